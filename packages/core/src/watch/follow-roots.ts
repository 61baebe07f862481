import { realpath, stat } from 'node:fs'
import { promisify } from 'node:util'
import type { Root, Store } from '@recallite/store'
import type { Background } from '../freshness/background.js'
import { oneAtATime } from '../indexer/one-at-a-time.js'
import { reasonOf } from '../reason-of.js'
import type { FileWatch, WatchFiles } from './watch-files.js'
import { pollInterval } from './watch-memory.js'
import { watchDefaults, type WatchOptions } from './watch.js'

/** What is followed. */
interface FollowSubject {
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

/** Like `realpathSync`, by which roots get their paths; the one of `fs/promises` may write the same path otherwise. */
const realPath = promisify(realpath)

const statsOf = promisify(stat)

/** Roots as they are now. */
interface ReachedRoots {
  /** Other text wherever something else is to be watched: another root, more of one, or another folder in its place. */
  readonly fingerprint: string
  readonly areReached: boolean
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
    polling = setInterval(() => background.changed({ skipsSmallGrowth: true }), pollInterval)
    onTrouble?.(
      `Changes of files cannot be noticed as they happen (${reasonOf(error)}): looking every ${pollInterval / 1000} s instead.`,
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

/** Looks where roots are. */
async function reachedRoots(roots: readonly Root[]): Promise<ReachedRoots> {
  const folders = await Promise.all(roots.map(folderAt))
  const facts = roots.map(({ path, kind, include }, index) => [path, kind, include, folders[index]])
  return { fingerprint: JSON.stringify(facts), areReached: folders.every((folder) => folder !== undefined) }
}

/** Which folder is at a root's path now; undefined where it cannot be reached, or the path leads elsewhere. */
async function folderAt({ path }: Root): Promise<string | undefined> {
  try {
    if ((await realPath(path)) !== path) return undefined
    const { dev, ino } = await statsOf(path, { bigint: true })
    return `${dev}:${ino}`
  } catch {
    return undefined
  }
}
