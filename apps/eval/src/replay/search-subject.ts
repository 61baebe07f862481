import type { Memory, SearchAnswer, SearchOptions, SearchReport } from '@recallite/core'
import { EvaluationError } from '../errors.js'
import type { Strategy } from '../strategy/strategy.js'

/** What queries are put to. */
export interface Subject {
  /** Answers as people are answered, and takes the time that takes. */
  readonly memory: Pick<Memory, 'search'>
  /** The same, quicker where the same query is asked in many ways. */
  readonly repeating: Pick<Memory, 'search'>
  /** The id of the document that a path of the index stands for. */
  readonly idOf: (path: string) => string
}

/** An answer, and how many chunks each retriever brought in for it. */
export type Found = Pick<SearchReport, 'answer' | 'found'>

function assertComplete({ query, retrievers, degraded }: SearchAnswer, strategy: Strategy): void {
  const failed = degraded.find(({ retriever }) => retriever === 'index' || retrievers[retriever] === 'failed')
  if (!failed) return
  const part = failed.retriever === 'index' ? 'index' : `${failed.retriever} retriever`
  const what = `${strategy.name}: the ${part} failed at ${JSON.stringify(query)}`
  const why = failed.reason.replace(/\.$/u, '')
  throw new EvaluationError(
    'EVALUATION_RETRIEVER_FAILED',
    `${what}: ${why}. Figures would have a hole; mend that and run again.`,
  )
}

/**
 * Searches in the way of a strategy, with further options over its own.
 * @throws EvaluationError `EVALUATION_RETRIEVER_FAILED`; MemoryError; StoreError; the signal's reason
 */
export async function searchSubject(
  memory: Pick<Memory, 'search'>,
  text: string,
  { strategy, ...options }: SearchOptions & { readonly strategy: Strategy },
): Promise<Found> {
  options.signal?.throwIfAborted()
  const { answer, found } = await memory.search(text, { ...strategy.options, ...options })
  assertComplete(answer, strategy)
  return { answer: strategy.isReversed ? { ...answer, results: answer.results.toReversed() } : answer, found }
}
