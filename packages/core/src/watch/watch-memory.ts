import { setTimeout } from 'node:timers/promises'
import type { Store } from '@recallite/store'
import {
  type Background,
  type BackgroundListener,
  reportOnce,
  createBackground,
} from '../freshness/background.js'
import { unindexedRoots } from '../sources/merge-roots.js'
import type { Source } from '../sources/source.js'
import { createFollower, pollInterval } from './follow-roots.js'
import { watchFiles as watchByNotifications, type WatchFiles } from './watch-files.js'
import { type Watch, watchDefaults, type WatchOptions } from './watch.js'
import { invalidOption } from '../errors.js'
import type { MemoryIndexer } from '../indexer/memory-indexer.js'

interface WatchSubject {
  readonly store: Pick<Store, 'listRoots'>
  readonly sources: readonly Source[]
  readonly background: Background
  readonly setListener: (listener: BackgroundListener) => void
  /** Default: by the notifications of the system. */
  readonly watchFiles?: WatchFiles | undefined
}

/** `isWatched`: whether every change in every root is noticed. */
type MemoryWatch = Watch & { readonly isWatched: () => boolean }

/** Watches the roots of a memory, and updates it after changes. */
export async function watchMemory(subject: WatchSubject, options: WatchOptions): Promise<MemoryWatch> {
  const { background, setListener, watchFiles = watchByNotifications } = subject
  const { interval = watchDefaults.interval, syncAtOnce = true } = options
  const follower = createFollower({ ...subject, watchFiles }, options)
  const followRoots = async () => {
    // Changes in a root before it was watched were not noticed.
    if (await follower.follow()) background.changed({ skipsSmallGrowth: true })
  }
  const checkSources = await createSourceCheck(subject, !syncAtOnce)
  const { report } = reportOnce((message) => options.onFailure?.(message))
  setListener({
    ...options,
    onSync(texts) {
      options.onSync?.(texts)
      followRoots().catch(report)
    },
  })
  await follower.follow()
  if (syncAtOnce) background.changed()
  const checks = repeat(() => followRoots().then(checkSources).catch(report))
  const timer = interval > 0 ? setInterval(() => background.changed(), interval) : undefined
  return {
    isWatched: follower.isWatched,
    async close() {
      clearInterval(timer)
      setListener({})
      await checks.close()
      await follower.close()
    },
  }
}

/** Detects sources that are created later, which watching roots does not. */
async function createSourceCheck({ store, sources, background }: WatchSubject, skipsPresent: boolean) {
  const unindexed = async () => JSON.stringify(await unindexedRoots(store, sources))
  const nothing = JSON.stringify([])
  let before = skipsPresent ? await unindexed() : nothing
  return async () => {
    // A pending update adds them.
    if (sources.length === 0 || background.isBehind) return
    const now = await unindexed()
    // Sources that the last update could not add are not retried.
    if (now !== before && now !== nothing) background.changed()
    before = now
  }
}

function repeat(check: () => Promise<void>): { close(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = (async () => {
    while (!signal.aborted) {
      await setTimeout(pollInterval, undefined, { signal }).catch(() => undefined)
      if (!signal.aborted) await check()
    }
  })()
  return {
    close() {
      stopping.abort()
      return running
    },
  }
}

export type Watching = ReturnType<typeof createWatching>

/** The background updates of a memory, and its watch, which starts later. */
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

  async function endWatch(): Promise<void> {
    const ended = watch
    watch = undefined
    watched = undefined
    await (await ended)?.close()
  }

  return {
    background,
    isWatched: () => watched?.isWatched() ?? false,
    /** Rejects with MemoryError `OPTION_INVALID` if the memory is being watched already. */
    async watch(options: WatchOptions): Promise<Watch> {
      if (watch) throw invalidOption('This memory is being watched already. Close that watch first.')
      const begun = watchMemory({ store, sources, background, setListener }, options)
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
