import type { SearchAnswer, SearchTimings } from '@recallite/core'
import type { Answer, RankedDocument, RunQuery } from '../run/run.js'
import { rankDocuments, type Asking } from './rank-documents.js'
import { searchSubject, type Subject } from './search-subject.js'
import { showResults } from './show-results.js'

/** How many ranked documents a run keeps in detail. */
const detailed = 10

function toRanked({ results }: SearchAnswer, idOf: Subject['idOf']): RankedDocument[] {
  return results.slice(0, detailed).map((result) => {
    const { startLine, endLine, heading, snippet, score, evidence, contributions } = result
    const place = { document: idOf(result.path), startLine, endLine, heading, snippet }
    return { ...place, score, evidence, contributions }
  })
}

/** The times as they would be if this search had had to embed its query. */
function withEmbedding({ timings, retrievers }: SearchAnswer, embedTime: number): SearchTimings {
  if (retrievers.vector === 'off') return timings
  const { total, vector, embed } = timings
  return { ...timings, total: total + embedTime, vector: vector + embedTime, embed: embed + embedTime }
}

/**
 * Puts a query to a memory twice: as somebody would who uses the strategy, for what is shown and how long it takes, and
 * for a ranking of documents to the run's depth.
 * @param asking with the milliseconds that embedding the query took beforehand: the model is asked once for all strategies
 * @throws EvaluationError `EVALUATION_RETRIEVER_FAILED`; MemoryError; StoreError; the signal's reason
 */
export async function askQuery(
  subject: Subject,
  query: RunQuery,
  { embedTime = 0, ...asking }: Asking & { readonly embedTime?: number },
): Promise<Omit<Answer, 'suite'>> {
  const { strategy, signal } = asking
  const { idOf } = subject
  const { answer: shown } = await searchSubject(subject.memory, query.text, { strategy, signal })
  const ranked = await rankDocuments(subject, query.text, asking)
  return {
    strategy: strategy.name,
    query: query.id,
    documents: ranked.results.map(({ path }) => idOf(path)),
    ranking: toRanked(ranked, idOf),
    results: showResults(shown, query, idOf),
    timings: withEmbedding(shown, embedTime),
    degraded: [...new Set([...shown.degraded, ...ranked.degraded].map(({ reason }) => reason))],
  }
}
