import type { SearchAnswer } from '@recallite/core'
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

/**
 * Puts a query to a memory twice: as somebody would who uses the strategy, for what is shown and how long it takes, and
 * for a ranking of documents to the run's depth.
 * @throws EvaluationError `EVALUATION_RETRIEVER_FAILED`; MemoryError; StoreError; the signal's reason
 */
export async function askQuery(
  subject: Subject,
  query: RunQuery,
  asking: Asking,
): Promise<Omit<Answer, 'suite'>> {
  const { strategy, signal } = asking
  const { idOf } = subject
  const shown = await searchSubject(subject.memory, query.text, { strategy, signal })
  const ranked = await rankDocuments(subject, query.text, asking)
  return {
    strategy: strategy.name,
    query: query.id,
    documents: ranked.results.map(({ path }) => idOf(path)),
    ranking: toRanked(ranked, idOf),
    results: showResults(shown, query, idOf),
    timings: shown.timings,
    degraded: [...new Set([...shown.degraded, ...ranked.degraded].map(({ reason }) => reason))],
  }
}
