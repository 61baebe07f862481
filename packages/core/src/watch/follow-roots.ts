import type { Store } from '@recallite/store'
import { reasonOf } from '../reason-of.js'
import type { Background } from '../upkeep/background.js'
import { oneAtATime } from '../upkeep/one-at-a-time.js'
import { lookInterval } from './look-again.js'
import { reachedRoots } from './reached-roots.js'
import type { FileWatch, WatchFiles } from './watch-files.js'
import { watchDefaults, type WatchOptions } from './watch.js'

/** What is followed. */
export interface FollowSubject {
  readonly store: Pick<Store, 'listRoots'>
  readonly background: Pick<Background, 'changed'>
  readonly watchFiles: WatchFiles
}

/** Follows the roots, which other programs may change, move and replace. */
export interface Follower {
  /** Looks where the roots are, and watches them there; whether there was something new to watch. Rejects with StoreError. */
  follow(): Promise<boolean>
  /** Whether every change in every root is noticed, as far as the last look knows. */
  isWatched(): boolean
  close(): Promise<void>
}

/** Follows nothing at first. */
export function createFollower(
  { store, background, watchFiles }: FollowSubject,
  { debounce = watchDefaults.debounce, onTrouble }: WatchOptions,
): Follower {
  const inTurn = oneAtATime()
  let watched: FileWatch | undefined
  /** Undefined where that is to be watched anew. */
  let fingerprint: string | undefined
  let isWhole = false
  let polling: NodeJS.Timeout | undefined
  let isClosed = false

  function poll(error: unknown): void {
    if (polling || isClosed) return
    polling = setInterval(() => background.changed({ skipsSmallGrowth: true }), lookInterval)
    onTrouble?.(
      `Changes of files cannot be noticed as they happen (${reasonOf(error)}): looking every ${lookInterval / 1000} s instead.`,
    )
    void watched?.close()
  }

  const onChange = () => background.changed({ debounce, skipsSmallGrowth: true })
  const onMove = () => {
    fingerprint = undefined
    isWhole = false
    onChange()
  }

  async function follow(): Promise<boolean> {
    if (polling || isClosed) return false
    const roots = await store.listRoots()
    const reached = await reachedRoots(roots)
    if (reached.fingerprint === fingerprint) return false
    fingerprint = reached.fingerprint
    isWhole = false
    const before = watched
    watched = await watchFiles(roots, { onChange, onMove, onFailure: poll })
    await before?.close()
    // What failed to be watched was told before there was anything to close.
    if (polling) await watched.close()
    isWhole = fingerprint === reached.fingerprint && reached.areReached && roots.length > 0
    return true
  }

  return {
    follow: () => inTurn(follow),
    isWatched: () => isWhole && !polling,
    async close() {
      isClosed = true
      clearInterval(polling)
      await inTurn(async () => watched?.close())
    },
  }
}
