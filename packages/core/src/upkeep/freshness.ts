import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import type { Store } from '@recallite/store'
import type { Freshness } from '../memory.js'
import type { Source } from '../sources/source.js'
import type { Chunking } from '../sync/recipe.js'
import { nothingSynced, syncFirst, type FirstSync } from './sync-first.js'
import type { Background } from './background.js'
import type { Upkeep } from './upkeep.js'

/** What is done for fresh answers, and when. */
export interface FreshnessSubject {
  readonly store: Store
  readonly sources: readonly Source[]
  readonly chunking: Chunking
  readonly now: () => number
  readonly upkeep: Upkeep
  readonly watching: { readonly background: Background; readonly isWatched: () => boolean }
}

/** What was done before an answer, and whether it may be older than the files all the same. */
export interface Refresh extends FirstSync {
  readonly isStale: boolean
}

/** Files that were looked at less than this ago are not looked at again for a search, in milliseconds. */
const freshFor = 2_000

/** The first search waits so long for there to be something to find, in milliseconds. */
const firstAnswerWait = 2_000

async function hasNothing(store: Store): Promise<boolean> {
  // Where a store has several threads, this one does not wait for what is being written.
  const languages = await store.listLanguages()
  return languages.length === 0
}

/** What is there before anything was ever brought in is no answer. */
async function waitForFirst(background: Background): Promise<void> {
  if (!background.isBehind) background.changed()
  const stopping = new AbortController()
  const { signal } = stopping
  const waited = setTimeout(firstAnswerWait, undefined, { signal }).catch(() => undefined)
  await Promise.race([background.refreshed(), waited])
  stopping.abort()
}

/** Looks behind the answer, unless whoever watches would have noticed a change. */
async function refreshBehind({ store, now, watching }: FreshnessSubject): Promise<Refresh> {
  const { background, isWatched } = watching
  const { refreshedAt } = background
  const start = performance.now()
  const isRecent = refreshedAt !== undefined && now() - refreshedAt < freshFor
  if (refreshedAt === undefined && (await hasNothing(store))) await waitForFirst(background)
  else if (background.isBehind || (!isWatched() && !isRecent)) background.changed()
  return { ...nothingSynced, time: performance.now() - start, isStale: background.isBehind }
}

async function refreshBefore(subject: FreshnessSubject): Promise<Refresh> {
  const first = await syncFirst(subject)
  return { ...first, isStale: first.stalePaths.length > 0 || first.syncFailure !== null }
}

/** What a memory does before each answer. */
export function createFreshness(freshness: Freshness, subject: FreshnessSubject): () => Promise<Refresh> {
  if (freshness === 'before-search') return () => refreshBefore(subject)
  if (freshness === 'behind-search') return () => refreshBehind(subject)
  return async () => ({ ...nothingSynced, isStale: false })
}
