import { setTimeout } from 'node:timers/promises'
import { StoreError, type Store } from '@recallite/store'
import type { Chunking } from '../indexer/fingerprint.js'
import { indexRoot } from '../indexer/indexer.js'
import type { MemoryIndexer } from '../indexer/memory-indexer.js'
import { rootProblem } from '../system-paths.js'
import type { Freshness } from '../memory.js'
import { reasonOf } from '../errors.js'
import { scanContextOf, unindexedRoots } from '../sources/merge-roots.js'
import type { Source } from '../sources/source.js'
import type { Watching } from '../watch/watch-memory.js'
import type { Background } from './background.js'

interface FreshnessSubject {
  readonly store: Store
  readonly sources: readonly Source[]
  readonly chunking: Chunking
  readonly now: () => number
  readonly indexer: MemoryIndexer
  /** Loads the background updates on first use. */
  readonly watching: () => Promise<Pick<Watching, 'background' | 'isWatched'>>
}

/** Milliseconds for which a check of the files is valid. */
const freshFor = 2_000

/** Milliseconds that the first search waits for an empty index to be filled. */
const firstAnswerWait = 2_000

/** Milliseconds that the first search waits for another process that indexes the same sources. */
const firstUpdateWait = 30_000

/** Milliseconds that a search may spend on changed files before it answers. */
const searchBudget = 200

/** In bytes. Reading a file cannot be interrupted, so larger files are left to other updates. */
const maxFileSize = 256 * 1024
const nothingRefreshed = { stalePaths: [], syncFailure: null, isStale: false, time: 0 }

/** Updates the index before or after each answer; a search may override the default. */
export function createFreshness(defaultFreshness: Freshness, subject: FreshnessSubject) {
  return async (freshness = defaultFreshness) => {
    if (freshness === 'before-search') return refreshBefore(subject)
    return freshness === 'behind-search' ? refreshAfter(subject) : nothingRefreshed
  }
}

/** A search answers even if the store rejects writes. */
async function refreshBefore(subject: FreshnessSubject) {
  const start = performance.now()
  let [stalePaths, syncFailure]: [string[], string | null] = [[], null]
  try {
    stalePaths = await updateBefore(subject)
  } catch (error) {
    if (!StoreError.isInstance(error)) throw error
    syncFailure = reasonOf(error)
  }
  const isStale = stalePaths.length > 0 || syncFailure !== null
  return { stalePaths, syncFailure, isStale, time: performance.now() - start }
}

/** New sources are indexed completely, however long that takes, so that the first answer covers all of them. */
async function updateBefore(subject: FreshnessSubject): Promise<string[]> {
  const { store, sources, indexer } = subject
  if (sources.length === 0 || (await unindexedRoots(store, sources)).length === 0)
    return updateWithinBudget(subject)
  await indexer.update([], { wait: firstUpdateWait })
  return []
}

/** Never waits for another process that writes. Returns the paths that could not be checked or indexed, as `root:path`. */
export async function updateWithinBudget(subject: Omit<FreshnessSubject, 'indexer' | 'watching'>) {
  const { store, sources, chunking, now } = subject
  const deadline = now() + searchBudget
  const stale: string[] = []
  const context = await scanContextOf(store, sources)
  const options = { chunking, now, context, deadline, maxFileSize, wait: false }
  for (const root of context.roots) {
    const isReachable = rootProblem(root) === undefined
    const paths = isReachable ? (await indexRoot(store, root, options)).stale : ['.']
    stale.push(...paths.map((path) => `${root.name}:${path}`))
  }
  return stale
}

/** Updates in the background, unless a watch would have noticed a change. */
async function refreshAfter({ store, now, watching }: FreshnessSubject) {
  const { background, isWatched } = await watching()
  const { refreshedAt } = background
  const start = performance.now()
  const isRecent = refreshedAt !== undefined && now() - refreshedAt < freshFor
  // Reading counts does not wait for a store's writing thread.
  const isFirst = refreshedAt === undefined && (await store.readCounts({})).chunks === 0
  if (isFirst) await waitForFirst(background)
  else if (background.isBehind || (!isWatched() && !isRecent)) background.changed()
  return { ...nothingRefreshed, time: performance.now() - start, isStale: background.isBehind }
}

async function waitForFirst(background: Background): Promise<void> {
  if (!background.isBehind) background.changed()
  await Promise.race([background.refreshed(), setTimeout(firstAnswerWait, undefined, { ref: false })])
}
