import { readFileSync } from 'node:fs'
import { sharedFile } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { readBeirLayout } from '../suite/beir-layout.js'
import { hit } from './hit.js'
import { meanScores, type JudgedRanking } from './mean-scores.js'
import { ndcg } from './ndcg.js'
import { reciprocalRank } from './reciprocal-rank.js'

/** A run in TREC format: query, Q0, document, rank, score, tag. */
function readRun(file: string): Map<string, string[]> {
  const rankings = new Map<string, string[]>()
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const [query = '', , document = ''] = line.split(/\s+/)
    rankings.set(query, [...(rankings.get(query) ?? []), document])
  }
  return rankings
}

function judge(set: string): JudgedRanking[] {
  const rankings = readRun(sharedFile(`data/reference/${set}.run`) ?? '')
  return readBeirLayout(sharedFile(`data/${set}`) ?? '').queries.map(({ id, grades }) => ({
    ranking: rankings.get(id) ?? [],
    grades,
  }))
}

function referenceMeans(set: string): Record<string, number> {
  const file = sharedFile(`data/reference/${set}.measures.json`) ?? ''
  return (JSON.parse(readFileSync(file, 'utf8')) as { mean: Record<string, number> }).mean
}

describe.skipIf(!sharedFile('data/reference'))('reference runs measured by trec_eval', () => {
  it.each(['cisi', 'basic-memory-bench', 'cranfield'])('have the same figures for %s', (set) => {
    const expected = referenceMeans(set)
    const measures = [hit(1), hit(5), hit(10), reciprocalRank(Infinity)]
    const means = meanScores(measures, judge(set))
    expect(means['hit@1']).toBeCloseTo(expected['success_1'] ?? NaN, 9)
    expect(means['hit@5']).toBeCloseTo(expected['success_5'] ?? NaN, 9)
    expect(means['hit@10']).toBeCloseTo(expected['success_10'] ?? NaN, 9)
    expect(means['MRR@Infinity']).toBeCloseTo(expected['recip_rank'] ?? NaN, 9)
  })

  it.each(['cisi', 'basic-memory-bench'])('have the same nDCG for %s, whose grades are 0 and 1', (set) => {
    const means = meanScores([ndcg(5), ndcg(10)], judge(set))
    expect(means['nDCG@5']).toBeCloseTo(referenceMeans(set)['ndcg_cut_5'] ?? NaN, 9)
    expect(means['nDCG@10']).toBeCloseTo(referenceMeans(set)['ndcg_cut_10'] ?? NaN, 9)
  })

  it('have the nDCG that ranx gives with exponential gain where documents are graded', () => {
    expect(meanScores([ndcg(10)], judge('cranfield'))['nDCG@10']).toBeCloseTo(0.35613, 5)
  })
})
