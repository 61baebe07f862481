import type { MemoryOptions } from '@recallite/core'
import type { Settings } from './settings/settings.js'

/** How a memory works, as the settings have it. */
export function memoryOptions({ chunking, query, cache, update }: Settings): Omit<MemoryOptions, 'store'> {
  return {
    chunking: { target: chunking.tokens, overlap: chunking.overlap },
    queryDeadline: query.deadline,
    cachedAnswers: cache.enabled ? cache.maxEntries : 0,
    syncOnSearch: update.onBoot,
  }
}
