import { MemoryError } from '../errors.js'
import { createBackground, type Background, type BackgroundListener } from '../freshness/background.js'
import type { MemoryIndexer } from '../indexer/memory-indexer.js'
import type { MemoryWatch, WatchSubject } from './watch-memory.js'
import type { Watch, WatchOptions } from './watch.js'

/** The background work of a memory, and its watch. */
export interface Watching {
  readonly background: Background
  /** Whether every change of the files is noticed. */
  readonly isWatched: () => boolean
  /** @throws MemoryError `OPTION_INVALID` if the memory is being watched already */
  watch(options: WatchOptions): Promise<Watch>
  close(): Promise<void>
}

/** Begins without a watch. */
export function createWatching(
  { store, sources }: Pick<WatchSubject, 'store' | 'sources'>,
  indexer: MemoryIndexer,
  now: () => number,
): Watching {
  let listener: BackgroundListener = {}
  let watch: Promise<MemoryWatch> | undefined
  let watched: MemoryWatch | undefined
  const background = createBackground(indexer, () => listener, now)
  const subject = {
    store,
    sources,
    background,
    setListener: (next: BackgroundListener) => void (listener = next),
  }

  async function begin(options: WatchOptions): Promise<MemoryWatch> {
    const { watchMemory } = await import('./watch-memory.js')
    return watchMemory(subject, options)
  }

  async function end(): Promise<void> {
    const ended = watch
    watch = undefined
    watched = undefined
    await (await ended)?.close()
  }

  return {
    background,
    isWatched: () => watched?.isWatched() ?? false,
    async watch(options) {
      if (watch) {
        const message = 'This memory is being watched already. Close that watch first.'
        throw new MemoryError('OPTION_INVALID', message)
      }
      const begun = begin(options)
      watch = begun
      try {
        const begunWatch = await begun
        if (watch === begun) watched = begunWatch
      } catch (error) {
        watch = undefined
        throw error
      }
      return { close: end }
    },
    async close() {
      await Promise.all([end(), background.close()])
    },
  }
}
