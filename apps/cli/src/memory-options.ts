import type { MemoryOptions, WatchOptions } from '@recallite/core'
import type { Settings } from './settings/resolve-settings.js'

/** How a program uses the memory. */
export interface MemoryLife {
  /** Whether it stays open: it syncs after answering, unloads idle models, and does not block the event loop. */
  readonly livesLong?: boolean | undefined
  /** Whether the store cannot be written: nothing is synced then. */
  readonly isReadOnly?: boolean | undefined
}

/** The options of a memory, from the settings. */
export function memoryOptions(
  { chunking, query, store, cache, update, models }: Settings,
  { livesLong = false, isReadOnly = false }: MemoryLife = {},
): Omit<MemoryOptions, 'store'> {
  const beforeSearch = update.onBoot ? 'before-search' : 'none'
  return {
    chunking: { target: chunking.tokens, overlap: chunking.overlap },
    queryDeadline: query.deadline,
    keepUnusedVectors: store.keepUnusedVectors,
    cachedAnswers: cache.enabled ? cache.maxEntries : 0,
    freshness: isReadOnly ? 'none' : livesLong ? 'behind-search' : beforeSearch,
    modelIdle: livesLong && models.idle > 0 ? models.idle : undefined,
  }
}

/** The options of watching, from the settings. */
export function watchOptions({
  update,
}: Settings): Pick<WatchOptions, 'debounce' | 'interval' | 'syncAtOnce'> {
  const { debounce, interval, onBoot } = update
  return { debounce, interval, syncAtOnce: onBoot }
}
