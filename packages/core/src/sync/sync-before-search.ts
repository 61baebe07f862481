import type { Store } from '@recallite/store'
import { rootTrouble } from '../root-trouble.js'
import { syncRoot, type SyncOptions } from './sync-root.js'

/** How long a search may look for and read changed files before it answers, in milliseconds. */
const searchSyncBudget = 200

/** A file is not left in the middle, so what would outlast the budget is not begun. */
const largestFile = 256 * 1024

/**
 * Brings changed text in before an answer, within a budget of time and never waiting for another writer. Returns
 * what could not be looked at or brought in, as `root:path`, `root:.` for a whole root.
 */
export async function syncBeforeSearch(store: Store, options: SyncOptions): Promise<string[]> {
  const deadline = options.now() + searchSyncBudget
  const stale: string[] = []
  for (const root of await store.listRoots()) {
    if (rootTrouble(root) !== undefined) {
      stale.push(`${root.name}:.`)
      continue
    }
    const sync = await syncRoot(store, root, { ...options, deadline, largestFile, wait: false })
    stale.push(...sync.stale.map((path) => `${root.name}:${path}`))
  }
  return stale
}
