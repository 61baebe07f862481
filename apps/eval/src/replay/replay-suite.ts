import { performance } from 'node:perf_hooks'
import type { Answer, RunQuery, RunSettings, RunSuite } from '../run/run.js'
import type { Strategy } from '../strategy/strategy-table.js'
import type { Suite } from '../suite/suite.js'
import { askQuery } from './ask-query.js'
import { withIndexedSuite, type IndexSuiteOptions } from './index-suite.js'

/** What a suite is replayed with. */
export interface ReplayOptions extends Omit<IndexSuiteOptions, 'chunking'> {
  readonly strategies: readonly Strategy[]
  readonly settings: RunSettings
  /** Distinct documents to rank. */
  readonly depth: number
  /** Whether the answer is known from an interrupted run. */
  readonly isAnswered: (strategy: string, query: string) => boolean
  readonly keep: (answer: Answer) => void
}

/**
 * Puts a suite's queries to every strategy, except those that are answered; returns what the index lacks, in sentences.
 * @throws LockedError if another process works with the same index; EvaluationError, MemoryError, StoreError
 */
export async function replaySuite(
  suite: Suite,
  { queries }: RunSuite,
  options: ReplayOptions,
): Promise<readonly string[]> {
  const { bar, settings, strategies, isAnswered, keep } = options
  try {
    return await withIndexedSuite(suite, { ...options, chunking: settings.chunking }, async (indexed) => {
      await indexed.askEach(queries, async (query) => {
        const embedTime = await timeEmbedding(query, options)
        for (const strategy of strategies) {
          if (isAnswered(strategy.name, query.id)) continue
          const answer = await askQuery(indexed, query, { ...options, strategy, embedTime })
          keep({ suite: suite.name, ...answer })
        }
      })
      return indexed.notes
    })
  } finally {
    bar.stop()
  }
}

/** Embeds a query before the first strategy asks it, which would otherwise pay for all; returns milliseconds. */
async function timeEmbedding({ text }: RunQuery, options: ReplayOptions): Promise<number> {
  const { model, strategies, signal } = options
  if (!model || strategies.every(({ needsModel }) => !needsModel)) return 0
  const start = performance.now()
  await model.embed({ texts: [text], role: 'query', signal })
  return performance.now() - start
}
