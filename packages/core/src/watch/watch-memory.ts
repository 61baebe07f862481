import { setTimeout } from 'node:timers/promises'
import type { Store } from '@recallite/store'
import { type Background, type BackgroundListener, reportOnce } from '../freshness/background.js'
import { unindexedRoots } from '../sources/merge-roots.js'
import type { Source } from '../sources/source.js'
import { createFollower, pollInterval } from './follow-roots.js'
import type { WatchFiles } from './watch-files.js'
import { watchInThread } from './watch-in-thread.js'
import { type Watch, watchDefaults, type WatchOptions } from './watch.js'

/** What is watched, and what brings it up to date. */
export interface WatchSubject {
  readonly store: Pick<Store, 'listRoots'>
  readonly sources: readonly Source[]
  readonly background: Background
  /** Sets the receiver of the background's reports. */
  readonly setListener: (listener: BackgroundListener) => void
  /** Default: `watchInThread`. */
  readonly watchFiles?: WatchFiles | undefined
}

/** A watch, and whether every change in every root is noticed. */
export type MemoryWatch = Watch & { readonly isWatched: () => boolean }

/** Watches the roots of a memory and keeps it up to date. */
export async function watchMemory(subject: WatchSubject, options: WatchOptions): Promise<MemoryWatch> {
  const { background, setListener, watchFiles = watchInThread } = subject
  const { interval = watchDefaults.interval, syncAtOnce = true } = options
  const follower = createFollower({ ...subject, watchFiles }, options)
  const followRoots = async () => {
    // Changes in a root before it was followed were not noticed.
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

/** Notices sources that begin to exist, which watching roots does not. */
async function createSourceCheck({ store, sources, background }: WatchSubject, knowsFirst: boolean) {
  const unindexed = async () => JSON.stringify(await unindexedRoots(store, sources))
  const nothing = JSON.stringify([])
  let known = knowsFirst ? await unindexed() : nothing
  return async () => {
    // A pending update adds them.
    if (sources.length === 0 || background.isBehind) return
    const now = await unindexed()
    // What the last update could not add is not tried again.
    if (now !== known && now !== nothing) background.changed()
    known = now
  }
}

/** Runs a check again and again, an interval after the last one ended. */
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
