import type { Answer, RankedDocument, Run, RunQuery, RunSettings, RunSuite } from '../run/run.js'

export function queryOf(fields: Partial<RunQuery> & Pick<RunQuery, 'id'>): RunQuery {
  return { text: `question ${fields.id}`, kind: 'direct', grades: { [`${fields.id}.md`]: 1 }, passages: [], ...fields }
}

export function suiteOf(queries: readonly RunQuery[], fields: Partial<RunSuite> = {}): RunSuite {
  return { name: 'notes', description: '', queries, blank: 0, corpus: '', ...fields }
}

/** A document ranked by both retrievers and a fusion. */
export function rankedOf(document: string, fields: Partial<RankedDocument> = {}): RankedDocument {
  return {
    document,
    startLine: 3,
    endLine: 9,
    heading: ['Notes', document],
    snippet: `What ${document} says.`,
    score: 0.75,
    confidence: 0.5,
    contributions: [
      { source: 'keyword', rank: 2, raw: 7.5, coverage: 0.404, value: 0.25 },
      { source: 'vector', rank: 1, raw: 0.625, value: 0.5 },
    ],
    ...fields,
  }
}

/** An answer that ranks these documents, with details. */
function answerOf(documents: readonly string[], fields: Partial<Answer> = {}): Answer {
  return {
    suite: 'notes',
    strategy: 'convex',
    query: 'q1',
    documents,
    ranking: documents.map((document) => rankedOf(document)),
    results: [],
    given: { tokens: 120, toAnswer: null },
    unfiltered: { limit: 6, confidence: 0.5, results: [] },
    timings: { total: 12, sync: 0, keyword: 2, vector: 9, embed: 8, rank: 1 },
    degraded: [],
    ...fields,
  }
}

const sampleSettings: RunSettings = {
  model: { provider: 'local', model: 'tiny', dimensions: 8, promptStyle: 'plain' },
  threshold: 0,
  candidates: 100,
  chunking: { target: 400, overlap: 80 },
}

export type Respond = (query: RunQuery, strategy: string) => Partial<Answer> & Pick<Answer, 'documents'>

/** A run of suites in which every strategy answers every query. */
export function runOf(
  suites: readonly RunSuite[],
  strategies: readonly string[],
  respond: Respond = ({ id }) => ({ documents: [`${id}.md`, 'other.md'] }),
): Run {
  const answers = suites.flatMap((suite) =>
    strategies.flatMap((strategy) =>
      suite.queries.map((query) => {
        const fields = respond(query, strategy)
        const key = { suite: suite.name, strategy, query: query.id }
        return answerOf(fields.documents, { ...key, ...fields })
      }),
    ),
  )
  return {
    settings: sampleSettings,
    depth: 10,
    strategies,
    suites,
    environment: { version: '1.2.3', node: '20.20.2', platform: 'linux x64', processor: 'A processor' },
    startedAt: '2026-11-21T17:04:00.000Z',
    answers,
  }
}

/** `keyword` answers direct questions, `vector` vague ones, fusions all. The other ranked documents differ by strategy. */
export const respond: Respond = (query, strategy) => {
  const kinds = ['direct', 'vague', 'absent']
  const finds = strategy === 'keyword' ? ['direct'] : strategy === 'vector' ? ['vague'] : kinds
  const others = Array.from({ length: 12 }, (_, position) => `${strategy}-${position}.md`)
  const documents = finds.includes(query.kind) ? [`note-${query.id.slice(1)}.md`, ...others] : others
  const confidence = (Number(query.id.slice(1)) % 20) / 20
  const results = documents.slice(0, 6).map((document, index) => ({ document, tokens: 100 * (index + 1) }))
  const ranking = documents.slice(0, 10).map((document) => rankedOf(document))
  return { documents, unfiltered: { limit: 6, confidence, results }, ranking }
}
