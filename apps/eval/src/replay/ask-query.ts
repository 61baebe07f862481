import type { Memory, SearchReport } from '@recallite/core'
import { EvaluationError } from './errors.js'
import type { Strategy } from './strategy.js'
import type { SuiteQuery } from './suite/suite.js'

/** How to ask. */
export interface ReplayOptions {
  readonly strategy: Strategy
  /** Chunks wanted for each query; a document may have several. */
  readonly limit: number
  readonly minScore: number
  /** The id of the document that a path of the index stands for. */
  readonly idOf: (path: string) => string
  readonly onAnswer?: ((done: number) => void) | undefined
  /** Aborting rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** What a strategy answered. */
export interface Replay {
  /** For each query, in their order: distinct document ids, best first. */
  readonly rankings: readonly (readonly string[])[]
  /** What was not as it should be, and for how many queries. */
  readonly degraded: ReadonlyMap<string, number>
}

type Answer = SearchReport['answer']

function assertComplete({ query, retrievers, degraded }: Answer, strategy: Strategy): void {
  const failed = degraded.find(({ retriever }) => retrievers[retriever] === 'failed')
  if (!failed) return
  const what = `${strategy.name}: the ${failed.retriever} retriever failed at ${JSON.stringify(query)}`
  throw new EvaluationError(
    'EVALUATION_RETRIEVER_FAILED',
    `${what}: ${failed.reason}. Figures would have a hole; mend that and run again.`,
  )
}

/** Documents in the order of the first chunk of each. */
function rankDocuments({ results }: Answer, idOf: ReplayOptions['idOf']): string[] {
  return [...new Set(results.map(({ path }) => idOf(path)))]
}

/**
 * Asks a memory every query, one after the other.
 * @throws EvaluationError `EVALUATION_RETRIEVER_FAILED`; MemoryError; StoreError
 */
export async function replay(
  memory: Memory,
  queries: readonly SuiteQuery[],
  { strategy, limit, minScore, idOf, onAnswer, signal }: ReplayOptions,
): Promise<Replay> {
  const options = { ...strategy.options, limit, signal, ...(strategy.takesMinScore && { minScore }) }
  const rankings: string[][] = []
  const degraded = new Map<string, number>()
  for (const { text } of queries) {
    signal?.throwIfAborted()
    const { answer } = await memory.search(text, options)
    assertComplete(answer, strategy)
    for (const { reason } of answer.degraded) degraded.set(reason, (degraded.get(reason) ?? 0) + 1)
    rankings.push(rankDocuments(answer, idOf))
    onAnswer?.(rankings.length)
  }
  return { rankings, degraded }
}
