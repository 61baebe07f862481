import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import type { ProgressBar } from '@recallite/command-line'
import type { SyncProgress } from '@recallite/core'
import type { EmbeddingModel } from '@recallite/embeddings'
import type { Answer, RunQuery, RunSettings, RunSuite } from '../run/run.js'
import type { Strategy } from '../strategy/strategy-table.js'
import { safeName } from '../suite/document-files.js'
import type { Suite } from '../suite/suite.js'
import { askQuery } from './ask-query.js'
import { type IndexedSuite, withIndexedSuite } from './index-suite.js'

/** What a suite is replayed with. */
export interface ReplayOptions {
  readonly strategies: readonly Strategy[]
  readonly settings: RunSettings
  /** Distinct documents to rank. */
  readonly depth: number
  readonly model: EmbeddingModel | undefined
  /** Where each suite has a folder for its files and its index. */
  readonly workFolder: string
  /** Whether an answer is there already, from a run that was interrupted. */
  readonly isAnswered: (strategy: string, query: string) => boolean
  readonly keep: (answer: Answer) => void
  readonly bar: ProgressBar
  readonly signal: AbortSignal
}

const phaseLabels: Readonly<Record<SyncProgress['phase'], string>> = {
  scan: 'looking',
  read: 'reading files',
  embed: 'embedding texts',
}

/** Has the query embedded before anybody asks it, in milliseconds: else the first strategy would pay for all. */
async function timeEmbedding(
  { text }: RunQuery,
  { model, strategies, signal }: ReplayOptions,
): Promise<number> {
  if (!model || strategies.every(({ needsModel }) => !needsModel)) return 0
  const start = performance.now()
  await model.embed({ texts: [text], role: 'query', signal })
  return performance.now() - start
}

async function askAll(indexed: IndexedSuite, suite: RunSuite, options: ReplayOptions): Promise<void> {
  const { strategies, isAnswered, keep, bar } = options
  const label = `${suite.name}: asking`
  for (const [done, query] of suite.queries.entries()) {
    bar.show({ label, done, total: suite.queries.length })
    // Else nobody could interrupt: nothing here waits for the outside.
    await setImmediate()
    indexed.forget()
    const embedTime = await timeEmbedding(query, options)
    for (const strategy of strategies) {
      if (isAnswered(strategy.name, query.id)) continue
      keep({ suite: suite.name, ...(await askQuery(indexed, query, { ...options, strategy, embedTime })) })
    }
  }
}

/**
 * Indexes a suite and puts its queries to every strategy, as far as that has not been done.
 * @returns what was not as it should be, for lines on the side
 * @throws LockedError where another process works with the same index; EvaluationError, MemoryError, StoreError
 */
export async function replaySuite(
  suite: Suite,
  asked: RunSuite,
  options: ReplayOptions,
): Promise<readonly string[]> {
  const { model, bar, signal, settings, workFolder } = options
  const index = {
    workFolder: join(workFolder, safeName(suite.name)),
    model,
    chunking: settings.chunking,
    signal,
    onProgress: ({ phase, done, total }: SyncProgress) =>
      bar.show({ label: `${suite.name}: ${phaseLabels[phase]}`, done, total }),
  }
  try {
    return await withIndexedSuite(suite, index, async (indexed) => {
      await askAll(indexed, asked, options)
      return indexed.notes
    })
  } finally {
    bar.stop()
  }
}
