import type { Answer, RunContribution, RankedDocument, Run, RunQuery, RunSettings } from '../run/run.js'
import { plainAnswer, plainHeader, suiteOf } from './plain-run.js'

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
  const documents = ranking.map(({ document }) => document)
  return { ...plainAnswer, query: id, documents, ranking, ...more }
}

/** An answer with only a ranking. */
export function bare(id: string, documents: readonly string[], more: Partial<Answer> = {}): Answer {
  return answer(id, [], { documents, ...more })
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
  const model = { provider: 'local', model: 'mini', dimensions: 384, promptStyle: 'none' }
  return {
    settings: { ...plainHeader.settings, model, ...more.settings },
    depth,
    strategies: [...new Set(answers.map(({ strategy }) => strategy))],
    suites: [suiteOf(queries, { name: suite, corpus: 'abc' })],
    environment: { ...plainHeader.environment, version },
    startedAt: '2026-11-21T10:00:00.000Z',
    answers,
  }
}
