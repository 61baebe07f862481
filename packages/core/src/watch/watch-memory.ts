import type { Store } from '@recallite/store'
import { lackedRoots } from '../sources/lacks-sources.js'
import type { Source } from '../sources/source.js'
import type { Background, BackgroundListener } from '../upkeep/background.js'
import { tellOnce } from '../upkeep/tell-once.js'
import { createFollower, type Follower } from './follow-roots.js'
import { lookAgain } from './look-again.js'
import type { WatchFiles } from './watch-files.js'
import { watchInThread } from './watch-in-thread.js'
import { watchDefaults, type Watch, type WatchOptions } from './watch.js'

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

/** Notices sources that begin to be there: whoever watches roots sees nothing of them. */
async function createSourceLook({ store, sources, background }: WatchSubject, knowsFirst: boolean) {
  const lacked = async () => JSON.stringify(await lackedRoots(store, sources))
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

function keepFollowing({ background }: WatchSubject, follower: Follower) {
  return async () => {
    // What happened in a root before it was followed would go unnoticed.
    if (await follower.follow()) background.changed({ skipsSmallGrowth: true })
  }
}

/** Watches the roots of a memory and keeps it up to date. */
export async function watchMemory(subject: WatchSubject, options: WatchOptions): Promise<MemoryWatch> {
  const { background, listen, watchFiles = watchInThread } = subject
  const { interval = watchDefaults.interval, syncAtOnce = true } = options
  const follower = createFollower({ ...subject, watchFiles }, options)
  const follow = keepFollowing(subject, follower)
  const lookForSources = await createSourceLook(subject, !syncAtOnce)
  const { trouble } = tellOnce((message) => options.onTrouble?.(message))
  listen({
    ...options,
    onSync(report) {
      options.onSync?.(report)
      follow().catch(trouble)
    },
  })
  await follower.follow()
  if (syncAtOnce) background.changed()
  const looks = lookAgain(() => follow().then(lookForSources).catch(trouble))
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
