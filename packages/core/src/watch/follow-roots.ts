import { realpath, stat } from 'node:fs/promises'
import type { Root, Store } from '@recallite/store'
import type { Background } from '../freshness/background.js'
import { oneAtATime } from '../indexer/run-lock.js'
import { reasonOf } from '../errors.js'
import type { WatchFiles } from './watch-files.js'
import { type Watch, watchDefaults, type WatchOptions } from './watch.js'

/** Milliseconds between checks of the files if the system does not report changes. */
export const pollInterval = 2_000

interface FollowSubject {
  readonly store: Pick<Store, 'listRoots'>
  readonly background: Pick<Background, 'changed'>
  readonly watchFiles: WatchFiles
}

/** Watches the roots, which other programs may change, move and replace. */
export function createFollower(
  { store, background, watchFiles }: FollowSubject,
  { debounce = watchDefaults.debounce, onFailure }: WatchOptions,
) {
  const inTurn = oneAtATime()
  let watched: Watch | undefined
  /** Undefined if the watch must be renewed. */
  let fingerprint: string | undefined
  let isWhole = false
  let polling: NodeJS.Timeout | undefined
  let isClosed = false

  function pollInstead(error: unknown): void {
    if (polling || isClosed) return
    polling = setInterval(() => background.changed({ skipsSmallGrowth: true }), pollInterval)
    onFailure?.(
      `The system does not report file changes (${reasonOf(error)}): all files are checked every ${pollInterval / 1000} s instead.`,
    )
    void watched?.close()
  }

  const onChange = () => background.changed({ debounce, skipsSmallGrowth: true })
  const onMove = () => {
    fingerprint = undefined
    isWhole = false
    onChange()
  }

  async function followOnce(): Promise<boolean> {
    if (polling || isClosed) return false
    const roots = await store.listRoots()
    const state = await rootsState(roots)
    if (state.fingerprint === fingerprint) return false
    fingerprint = state.fingerprint
    isWhole = false
    const before = watched
    const next = await watchFiles(roots, { onChange, onMove, onFailure: pollInstead })
    watched = next
    await before?.close()
    // A failure may have been reported before there was a watch to close.
    if (polling) await next.close()
    // A root that was moved away and back in the meantime may not be watched.
    if (next.reached !== state.reached) fingerprint = undefined
    isWhole = fingerprint === state.fingerprint && next.reached === roots.length && roots.length > 0
    return true
  }

  return {
    /** Watches the current roots; returns whether they have changed. Rejects with StoreError. */
    follow: () => inTurn(followOnce),
    /** Whether all roots were watched completely at the last `follow`. */
    isWatched: () => isWhole && !polling,
    async close(): Promise<void> {
      isClosed = true
      clearInterval(polling)
      await inTurn(async () => watched?.close())
    },
  }
}

/** The fingerprint changes with the roots, their globs and the folders at their paths. */
async function rootsState(roots: readonly Root[]) {
  const folders = await Promise.all(roots.map(folderAt))
  const facts = roots.map(({ path, kind, include }, index) => [path, kind, include, folders[index]])
  return {
    fingerprint: JSON.stringify(facts),
    reached: folders.filter((folder) => folder !== undefined).length,
  }
}

/** Identifies the folder at a root's path; undefined if it cannot be reached, or the path is now a link. */
async function folderAt({ path }: Root): Promise<string | undefined> {
  try {
    // As `realPathOf` spells the paths of roots.
    if ((await realpath(path)) !== path) return undefined
    const { dev, ino } = await stat(path, { bigint: true })
    return `${dev}:${ino}`
  } catch {
    return undefined
  }
}
