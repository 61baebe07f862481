import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharedFile } from '@recallite/test-kit'
import type { Grades } from '../ranking-measures.js'

/** The ranking and the judgements of a query in a reference run. */
export interface JudgedQuery {
  readonly id: string
  readonly ranking: readonly string[]
  readonly grades: Grades
  /** The figures of trec_eval, by its names. */
  readonly expected: Readonly<Record<string, number>>
}

export interface ReferenceRun {
  readonly queries: readonly JudgedQuery[]
  /** Means over all judged queries, by trec_eval's measure names. */
  readonly expected: Readonly<Record<string, number>>
}

interface ReferenceFigures {
  readonly mean: Record<string, number>
  readonly perQuery: Record<string, Record<string, number>>
}

function readFields(file: string, separator: RegExp): string[][] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(separator))
}

/** Reads a run in TREC format (query, Q0, document, rank, score, tag). Scores must fall. */
function readRankings(file: string): Map<string, string[]> {
  const rankings = new Map<string, string[]>()
  const scores = new Map<string, number>()
  for (const [query = '', , document = '', , score = ''] of readFields(file, /\s+/)) {
    if (!(Math.fround(Number(score)) < (scores.get(query) ?? Infinity)))
      throw new RangeError(`${file}: the scores of query ${query} are not in descending order.`)
    scores.set(query, Math.fround(Number(score)))
    rankings.set(query, [...(rankings.get(query) ?? []), document])
  }
  return rankings
}

function readGrades(file: string): Map<string, Map<string, number>> {
  const judgements = new Map<string, Map<string, number>>()
  for (const [query = '', document = '', grade = ''] of readFields(file, /\t/)) {
    const grades = judgements.get(query) ?? new Map<string, number>()
    judgements.set(query, grades.set(document, Number(grade)))
  }
  return judgements
}

/** Reads a reference run next to the checkout. */
export function readReferenceRun(set: string): ReferenceRun {
  const folder = sharedFile('data') ?? ''
  const rankings = readRankings(join(folder, 'reference', `${set}.run`))
  const figures = JSON.parse(
    readFileSync(join(folder, 'reference', `${set}.measures.json`), 'utf8'),
  ) as ReferenceFigures
  const queries = [...readGrades(join(folder, set, 'qrels.tsv'))].map(([id, grades]) => ({
    id,
    grades,
    ranking: rankings.get(id) ?? [],
    expected: figures.perQuery[id] ?? {},
  }))
  return { queries, expected: figures.mean }
}
