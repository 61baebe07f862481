import type { MemoryOptions, WatchOptions } from '@recallite/core'
import type { Settings } from './settings/resolve-settings.js'

/** What kind of program uses the memory. */
export interface MemoryLife {
  /**
   * Whether it stays open to answer many questions: it brings in what changed behind them, lets go of idle models, and
   * does not block the event loop.
   */
  readonly livesLong?: boolean | undefined
  /** Whether the store cannot be written: nothing is brought in then. */
  readonly isReadOnly?: boolean | undefined
}

/** How a memory works, as the settings have it. */
export function memoryOptions(
  { chunking, query, store, cache, update, models }: Settings,
  life: MemoryLife = {},
): Omit<MemoryOptions, 'store'> {
  return {
    chunking: { target: chunking.tokens, overlap: chunking.overlap },
    queryDeadline: query.deadline,
    keepUnusedVectors: store.keepUnusedVectors,
    cachedAnswers: cache.enabled ? cache.maxEntries : 0,
    freshness: freshnessOf(update, life),
    modelIdle: life.livesLong && models.idle > 0 ? models.idle : undefined,
  }
}

function freshnessOf(
  { onBoot }: Settings['update'],
  { livesLong, isReadOnly }: MemoryLife,
): MemoryOptions['freshness'] {
  if (isReadOnly) return 'none'
  if (livesLong) return 'behind-search'
  return onBoot ? 'before-search' : 'none'
}

/** How to watch, as the settings have it. */
export function watchOptions({
  update,
}: Settings): Pick<WatchOptions, 'debounce' | 'interval' | 'syncAtOnce'> {
  const { debounce, interval, onBoot } = update
  return { debounce, interval, syncAtOnce: onBoot }
}
