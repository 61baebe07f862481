import { setTimeout } from 'node:timers/promises'
import type { Store } from '@recallite/store'
import { type Background, type BackgroundListener, reportOnce } from '../freshness/background.js'
import { unindexedRoots } from '../sources/merge-roots.js'
import type { Source } from '../sources/source.js'
import { createFollower, type Follower } from './follow-roots.js'
import type { WatchFiles } from './watch-files.js'
import { watchInThread } from './watch-in-thread.js'
import { type Watch, watchDefaults, type WatchOptions } from './watch.js'

/** What is watched, and what keeps it up to date. */
export interface WatchSubject {
  readonly store: Pick<Store, 'listRoots'>
  readonly sources: readonly Source[]
  readonly background: Background
  /** Who is told what the background does from now on. */
  readonly listen: (listener: BackgroundListener) => void
  /** Default: by the system's own notices, in a thread. */
  readonly watchFiles?: WatchFiles | undefined
}

/** A watch, and what it sees. */
export interface MemoryWatch extends Watch {
  /** As of `Follower`. */
  isWatched(): boolean
}

/** Where changes are not noticed by themselves, in milliseconds. */
export const pollInterval = 2_000

/** Watches the roots of a memory and keeps it up to date. */
export async function watchMemory(subject: WatchSubject, options: WatchOptions): Promise<MemoryWatch> {
  const { background, listen, watchFiles = watchInThread } = subject
  const { interval = watchDefaults.interval, syncAtOnce = true } = options
  const follower = createFollower({ ...subject, watchFiles }, options)
  const follow = keepFollowing(subject, follower)
  const lookForSources = await createSourceLook(subject, !syncAtOnce)
  const { trouble } = reportOnce((message) => options.onTrouble?.(message))
  listen({
    ...options,
    onSync(report) {
      options.onSync?.(report)
      follow().catch(trouble)
    },
  })
  await follower.follow()
  if (syncAtOnce) background.changed()
  const looks = repeat(() => follow().then(lookForSources).catch(trouble))
  const timer = interval > 0 ? setInterval(() => background.changed(), interval) : undefined
  return {
    isWatched: follower.isWatched,
    async close() {
      clearInterval(timer)
      listen({})
      await looks.close()
      await follower.close()
    },
  }
}

function keepFollowing({ background }: WatchSubject, follower: Follower) {
  return async () => {
    // What happened in a root before it was followed would go unnoticed.
    if (await follower.follow()) background.changed({ skipsSmallGrowth: true })
  }
}

/** Notices sources that begin to be there: whoever watches roots sees nothing of them. */
async function createSourceLook({ store, sources, background }: WatchSubject, knowsFirst: boolean) {
  const lacked = async () => JSON.stringify(await unindexedRoots(store, sources))
  const nothing = JSON.stringify([])
  let known = knowsFirst ? await lacked() : nothing
  return async () => {
    // A sync that is to come brings them in.
    if (sources.length === 0 || background.isBehind) return
    const now = await lacked()
    // What a sync could not bring in is not worth another.
    if (now !== known && now !== nothing) background.changed()
    known = now
  }
}

/** Looks again and again, so long after the last look ended; ends when it is told to, and the last look is over. */
function repeat(look: () => Promise<void>): { close(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  async function run(): Promise<void> {
    while (!signal.aborted) {
      await setTimeout(pollInterval, undefined, { signal }).catch(() => undefined)
      if (!signal.aborted) await look()
    }
  }
  const running = run()
  return {
    close() {
      stopping.abort()
      return running
    },
  }
}
