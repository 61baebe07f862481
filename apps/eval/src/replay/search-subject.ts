import type { Memory, SearchAnswer, SearchOptions } from '@recallite/core'
import { EvaluationError } from '../errors.js'
import type { Strategy } from '../strategy/strategy.js'

/** What queries are put to. */
export interface Subject {
  /** Answers as people are answered, and takes the time that takes. */
  readonly memory: Pick<Memory, 'search'>
  /** The same, quicker where the same query is asked in many ways. */
  readonly repeating: Pick<Memory, 'search'>
  /** Chunks in the index. */
  readonly chunks: number
  /** The id of the document that a path of the index stands for. */
  readonly idOf: (path: string) => string
}

function assertComplete({ query, retrievers, degraded }: SearchAnswer, strategy: Strategy): void {
  const failed = degraded.find(({ retriever }) => retrievers[retriever] === 'failed')
  if (!failed) return
  const what = `${strategy.name}: the ${failed.retriever} retriever failed at ${JSON.stringify(query)}`
  throw new EvaluationError(
    'EVALUATION_RETRIEVER_FAILED',
    `${what}: ${failed.reason.replace(/\.$/u, '')}. Figures would have a hole; mend that and run again.`,
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
): Promise<SearchAnswer> {
  options.signal?.throwIfAborted()
  const { answer } = await memory.search(text, { ...strategy.options, ...options })
  assertComplete(answer, strategy)
  return strategy.isReversed ? { ...answer, results: answer.results.toReversed() } : answer
}
