import type { Memory, SearchAnswer, SearchOptions } from '@recallite/core'
import { describe, expect, it } from 'vitest'
import type { RunQuery } from '../run/run.js'
import { chooseStrategies } from '../strategy/strategy-table.js'
import { reportOf, resultOf } from './__fixtures__/search-reports.js'
import { type Asking, askQuery } from './ask-query.js'
import { createFilesSubject } from './subject.js'

/** A memory with given answers, and the requests to it. */
function subjectOf(answer: (options: SearchOptions) => Partial<SearchAnswer>, chunks = 10) {
  const requests: SearchOptions[] = []
  const search: Memory['search'] = async (query, options = {}) => {
    requests.push(options)
    const count = options.candidates ?? 0
    return reportOf({ ...answer(options), query }, { keyword: 1, vector: Math.min(count, chunks) })
  }
  const idOf = (path: string) => path.replace('.md', '')
  const listRoots = async () => []
  return {
    subject: createFilesSubject({ memory: { search, listRoots }, idOf }),
    requests,
  }
}

function asking(name: string, depth = 2): Asking {
  const [strategy] = chooseStrategies([name])
  if (!strategy) throw new RangeError(name)
  return { strategy, depth, settings: { threshold: 0.1, candidates: 100 } }
}

const query: RunQuery = {
  id: 'q1',
  text: 'one',
  kind: '',
  grades: { a: 1 },
  passages: [{ document: 'a', contains: 'the text' }],
}

const paths = (...names: string[]) => ({ results: names.map((name) => resultOf(name)) })

describe('askQuery', () => {
  it('searches as users do, and for a ranking of documents, with the ids of the suite', async () => {
    const { subject, requests } = subjectOf(({ perDocument }) =>
      perDocument === 1 ? paths('b.md', 'a.md') : paths('b.md', 'b.md', 'a.md'),
    )
    const answer = await askQuery(subject, query, asking('keyword'))
    expect(answer).toMatchObject({ strategy: 'keyword', query: 'q1', documents: ['b', 'a'], degraded: [] })
    expect(answer.ranking.map(({ document }) => document)).toEqual(['b', 'a'])
    expect(answer.results?.map(({ document, hasPassage }) => [document, hasPassage])).toEqual([
      ['b', false],
      ['b', false],
      ['a', true],
    ])
    expect(answer.timings?.total).toBe(3)
    expect(requests).toEqual([
      { vectorWeight: 0 },
      { vectorWeight: 0, limit: 10, threshold: -1 },
      { vectorWeight: 0, limit: 2, perDocument: 1, mergeDuplicates: false, threshold: 0.1, candidates: 100 },
    ])
  })

  it('fetches more candidates until there are enough documents, and appends the new ones', async () => {
    const { subject, requests } = subjectOf(
      ({ candidates = 0 }) => (candidates > 1_000 ? paths('b.md', 'a.md') : paths('a.md')),
      5_000,
    )
    const { documents } = await askQuery(subject, query, asking('convex'))
    expect(documents).toEqual(['a', 'b'])
    expect(requests.slice(2).map(({ candidates }) => candidates)).toEqual([100, 400, 1_600])
  })

  it('adds the time of embedding to searches that need a vector, and to no others', async () => {
    const how = { ...asking('rrf'), embedTime: 8 }
    const both = await askQuery(subjectOf(() => ({})).subject, query, how)
    expect(both.timings).toMatchObject({ total: 11, vector: 9, embed: 9, keyword: 1 })
    const off = { retrievers: { keyword: 'ok', vector: 'off' } } as const
    expect((await askQuery(subjectOf(() => off).subject, query, how)).timings).toMatchObject({ total: 3 })
  })

  it('keeps the threshold of a replay and its candidates, 4 × its limit', async () => {
    const { subject, requests } = subjectOf(() => paths('a.md'), 5_000)
    await askQuery(subject, query, asking('openclaw-2026.2'))
    await askQuery(subject, query, asking('issue-16021-workaround'))
    const replayed = { fusion: 'openclaw-2026.2', threshold: 0.35, thresholdOn: 'fused' }
    expect(requests[1]).toMatchObject({ ...replayed, threshold: -1, limit: 10, candidates: 24 })
    expect(requests[2]).toMatchObject({ ...replayed, perDocument: 1, candidates: 24 })
    expect(requests[5]).toMatchObject({ threshold: 0.25, thresholdOn: 'fused', candidates: 40 })
    expect(requests).toHaveLength(6)
  })

  it('B4: explains why the threshold of a replay excludes an answer', async () => {
    const [weight, raw] = [0.7, 0.367]
    const vector = { source: 'vector', rank: 1, raw, normalized: raw, weight, value: weight * raw }
    const lost = resultOf('a.md', { fusedScore: weight * raw, contributions: [vector] })
    const { subject } = subjectOf(({ threshold }) => ({ results: threshold === -1 ? [lost] : [] }))
    const reasonOf = async (name: string) =>
      (await askQuery(subject, query, asking(name))).unfiltered.withheld
    const sum = '.7 × .367 = .257 < .35 for a'
    expect(await reasonOf('openclaw-2026.2')).toBe(`${sum}, because "one" does not match it`)
    expect(await reasonOf('issue-16021-fix-1')).toBe(sum)
    expect(await reasonOf('issue-16021-workaround')).toBeUndefined()
    expect(await reasonOf('recallite')).toBeUndefined()
  })

  it('reverses the answers of the control', async () => {
    const { subject } = subjectOf(() => paths('a.md', 'b.md'))
    const answer = await askQuery(subject, query, asking('reversed'))
    expect(answer.documents).toEqual(['b', 'a'])
    expect(answer.results?.[0]?.document).toBe('b')
  })

  it('fails if a retriever fails', async () => {
    const { subject } = subjectOf(() => ({
      retrievers: { keyword: 'ok', vector: 'failed' },
      degraded: [{ retriever: 'vector', reason: 'the model crashed' }],
    }))
    await expect(askQuery(subject, query, asking('rrf'))).rejects.toMatchObject({
      code: 'EVALUATION_RETRIEVER_FAILED',
      message: expect.stringContaining('the model crashed'),
    })
  })

  it('stores the reasons of degradation', async () => {
    const reason = 'some chunks have no vector'
    const { subject } = subjectOf(() => ({ degraded: [{ retriever: 'vector', reason }] }))
    expect((await askQuery(subject, query, asking('rrf'))).degraded).toEqual([reason])
  })
})
