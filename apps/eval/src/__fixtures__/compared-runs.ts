import type { Answer, RunContribution, RankedDocument, Run, RunQuery, RunSettings } from '../run/run.js'

export function query(id: string, grades: Record<string, number>, more: Partial<RunQuery> = {}): RunQuery {
  return { id, text: `what of ${id}`, kind: 'direct', grades, passages: [], ...more }
}

/** Rank, raw score and value of a retriever, with the query coverage, if any. */
type Part = readonly [rank: number | null, raw: number | null, value: number, coverage?: number]

export function part(source: string, [rank, raw, value, coverage]: Part): RunContribution {
  return { source, rank, raw, value, ...(coverage !== undefined && { coverage }) }
}

/** A ranked document; its score is the sum of its contributions. */
export function ranked(
  document: string,
  contributions: readonly RunContribution[],
  more: Partial<RankedDocument> = {},
): RankedDocument {
  const score = contributions.reduce((sum, { value }) => sum + value, 0)
  const place = { startLine: 1, endLine: 9, heading: [], snippet: '' }
  return { document, ...place, score, confidence: score, contributions, ...more }
}

/** A document with contributions of both retrievers. */
export function fused(id: string, keyword: Part, vector: Part): RankedDocument {
  return ranked(id, [part('keyword', keyword), part('vector', vector)])
}

/** An answer of `convex` in the suite `notes`. `documents` defaults to those of the ranking. */
export function answer(
  id: string,
  ranking: readonly RankedDocument[],
  more: Partial<Answer> = {},
): Answer {
  const place = { suite: 'notes', strategy: 'convex', query: id }
  const documents = ranking.map(({ document }) => document)
  const timings = { total: 1, sync: 0, keyword: 1, vector: 0, embed: 0, rank: 0 }
  const given = { tokens: 120, toAnswer: null }
  const unfiltered = { limit: 6, confidence: 0.25, results: [] }
  return { ...place, documents, ranking, results: [], given, unfiltered, timings, degraded: [], ...more }
}

/** An answer with only a ranking. */
export function bare(id: string, documents: readonly string[], more: Partial<Answer> = {}): Answer {
  return answer(id, [], { documents, ...more })
}

const settings: RunSettings = {
  model: { provider: 'local', model: 'mini', dimensions: 384, promptStyle: 'none' },
  threshold: 0,
  candidates: 100,
  chunking: { target: 400, overlap: 80 },
}

/** Overrides for a run. */
interface MoreOfRun {
  readonly settings?: Partial<RunSettings>
  readonly depth?: number
  readonly suite?: string
  readonly version?: string
}

/** A run of the suite `notes` with the strategies of the answers. */
export function run(
  queries: readonly RunQuery[],
  answers: readonly Answer[],
  more: MoreOfRun = {},
): Run {
  const { suite = 'notes', version = '1.0.0', depth = 10 } = more
  return {
    settings: { ...settings, ...more.settings },
    depth,
    strategies: [...new Set(answers.map(({ strategy }) => strategy))],
    suites: [{ name: suite, description: '', queries, blank: 0, corpus: 'abc' }],
    environment: { version, node: 'v22.0.0', platform: 'linux x64', processor: 'one' },
    startedAt: '2026-11-21T10:00:00.000Z',
    answers,
  }
}
