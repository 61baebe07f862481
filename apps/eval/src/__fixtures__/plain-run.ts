import type { Answer, RunHeader, RunQuery, RunSuite } from '../run/run.js'

/** An answer of `convex` to the first question of the suite `notes` that finds nothing. */
export const plainAnswer: Answer = {
  suite: 'notes',
  strategy: 'convex',
  query: 'q1',
  documents: [],
  ranking: [],
  results: [],
  given: { tokens: 120, toAnswer: null },
  unfiltered: { limit: 6, confidence: 0.5, results: [] },
  timings: { total: 3, sync: 0, keyword: 1, vector: 0, embed: 0, rank: 2 },
  degraded: [],
}

/** The header of a run without strategies and suites. */
export const plainHeader: RunHeader = {
  settings: { model: null, threshold: 0, candidates: 100, chunking: { target: 400, overlap: 80 } },
  depth: 10,
  strategies: [],
  suites: [],
  environment: { version: '1.2.3', node: '20.20.2', platform: 'linux x64', processor: 'A processor' },
  startedAt: '2026-11-21T17:04:00.000Z',
}

export function suiteOf(queries: readonly RunQuery[], fields: Partial<RunSuite> = {}): RunSuite {
  return { name: 'notes', description: '', queries, blank: 0, corpus: '', ...fields }
}
