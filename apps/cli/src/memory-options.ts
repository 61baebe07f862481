import type { MemoryOptions, WatchOptions } from '@recallite/core'
import type { Settings } from '@recallite/settings'

/** The options of a memory, from the settings; one whose store cannot be written (`isReadOnly`) is not synced. */
export function memoryOptions(
  { chunking, query, store, cache, update, models }: Settings,
  use: { readonly livesLong?: boolean | undefined; readonly isReadOnly?: boolean | undefined } = {},
): Omit<MemoryOptions, 'store'> {
  const { livesLong = false, isReadOnly = false } = use
  const beforeSearch = update.onBoot ? 'before-search' : 'none'
  return {
    chunking: { target: chunking.tokens, overlap: chunking.overlap, pieces: chunking.pieces },
    queryDeadline: query.deadline,
    keepUnusedVectors: store.keepUnusedVectors,
    cachedAnswers: cache.enabled ? cache.maxEntries : 0,
    freshness: isReadOnly ? 'none' : livesLong ? 'behind-search' : beforeSearch,
    modelIdle: livesLong && models.idle > 0 ? models.idle : undefined,
  }
}

/** The options of watching, from the settings. */
export function watchOptions({ update: { debounce, interval, onBoot } }: Settings): WatchOptions {
  return { debounce, interval, syncAtOnce: onBoot }
}
