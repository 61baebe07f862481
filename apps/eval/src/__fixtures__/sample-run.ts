import type { Answer, RankedDocument, Run, RunQuery, RunSuite } from '../run/run.js'
import { plainAnswer, plainHeader } from './plain-run.js'

export function queryOf(fields: Partial<RunQuery> & Pick<RunQuery, 'id'>): RunQuery {
  return { text: `question ${fields.id}`, kind: 'direct', grades: { [`${fields.id}.md`]: 1 }, passages: [], ...fields }
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
        const ranking = fields.documents.map((document) => rankedOf(document))
        return { ...plainAnswer, suite: suite.name, strategy, query: query.id, ranking, ...fields }
      }),
    ),
  )
  const model = { provider: 'local', model: 'tiny', dimensions: 8, promptStyle: 'plain' }
  return { ...plainHeader, settings: { ...plainHeader.settings, model }, strategies, suites, answers }
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
