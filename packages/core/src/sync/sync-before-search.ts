import { existsSync } from 'node:fs'
import type { Store } from '@recallite/store'
import { syncRoot, type SyncOptions } from './sync-root.js'

/** How long a search may read changed files before it answers, in milliseconds. */
const searchSyncBudget = 200

/**
 * Brings changed text in before an answer, within a budget of time and never waiting for another writer. Returns
 * what could not be done, as `root:path`.
 */
export async function syncBeforeSearch(store: Store, options: SyncOptions): Promise<string[]> {
  const deadline = options.now() + searchSyncBudget
  const stale: string[] = []
  for (const root of await store.listRoots()) {
    if (!existsSync(root.path)) continue
    const sync = await syncRoot(store, root, { ...options, deadline, wait: false })
    stale.push(...sync.stale.map((path) => `${root.name}:${path}`))
  }
  return stale
}
