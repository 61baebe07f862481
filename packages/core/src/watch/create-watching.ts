import { invalidOption } from '../errors.js'
import { createBackground, type BackgroundListener } from '../freshness/background.js'
import type { MemoryIndexer } from '../indexer/memory-indexer.js'
import type { MemoryWatch, WatchSubject } from './watch-memory.js'
import type { Watch, WatchOptions } from './watch.js'

/** The background work of a memory, and its watch. */
export type Watching = ReturnType<typeof createWatching>

/** Begins without a watch. */
export function createWatching(
  { store, sources }: Pick<WatchSubject, 'store' | 'sources'>,
  indexer: MemoryIndexer,
  now: () => number,
) {
  let listener: BackgroundListener = {}
  let watch: Promise<MemoryWatch> | undefined
  let watched: MemoryWatch | undefined
  const background = createBackground(indexer, () => listener, now)
  const setListener = (next: BackgroundListener) => void (listener = next)

  async function beginWatch(options: WatchOptions): Promise<MemoryWatch> {
    const { watchMemory } = await import('./watch-memory.js')
    return watchMemory({ store, sources, background, setListener }, options)
  }

  async function endWatch(): Promise<void> {
    const ended = watch
    watch = undefined
    watched = undefined
    await (await ended)?.close()
  }

  return {
    background,
    /** Whether every change of the files is noticed. */
    isWatched: () => watched?.isWatched() ?? false,
    /** Rejects with MemoryError `OPTION_INVALID` if the memory is being watched already. */
    async watch(options: WatchOptions): Promise<Watch> {
      if (watch) {
        const message = 'This memory is being watched already. Close that watch first.'
        throw invalidOption(message)
      }
      const begun = beginWatch(options)
      watch = begun
      try {
        const begunWatch = await begun
        if (watch === begun) watched = begunWatch
      } catch (error) {
        watch = undefined
        throw error
      }
      return { close: endWatch }
    },
    async close(): Promise<void> {
      await Promise.all([endWatch(), background.close()])
    },
  }
}
