import type { Store } from '@recallite/store'
import { rootTrouble } from '../root-trouble.js'
import { surroundingsOf } from '../sources/bring-in-sources.js'
import type { Source } from '../sources/source.js'
import { syncRoot, type SyncOptions } from './sync-root.js'

/** How long a search may look for and read changed files before it answers, in milliseconds. */
const searchSyncBudget = 200

/** A file is not left in the middle, so what would outlast the budget is not begun. */
const largestFile = 256 * 1024

/**
 * Brings changed text in before an answer, within a budget of time and never waiting for another writer. Returns
 * what could not be looked at or brought in, as `root:path`, `root:.` for a whole root.
 */
export async function syncBeforeSearch(
  store: Store,
  { sources, ...options }: SyncOptions & { readonly sources: readonly Source[] },
): Promise<string[]> {
  const deadline = options.now() + searchSyncBudget
  const stale: string[] = []
  const surroundings = await surroundingsOf(store, sources)
  for (const root of surroundings.roots) {
    if (rootTrouble(root) !== undefined) {
      stale.push(`${root.name}:.`)
      continue
    }
    const sync = await syncRoot(store, root, { ...options, surroundings, deadline, largestFile, wait: false })
    stale.push(...sync.stale.map((path) => `${root.name}:${path}`))
  }
  return stale
}
