/*
 * What a memory has done where its store is: loaded there by the store as a module of its own.
 */
import type { NearContext, Store } from '@recallite/store'
import { syncRoots, type TextReport } from './sync/index-roots.js'
import type { TextSync } from './upkeep/text-sync.js'

/** How often news is told, in milliseconds: each crosses to another thread. */
const newsInterval = 100

function told(tell: (news: unknown) => void): (news: unknown) => void {
  let last = 0
  return (news) => {
    const now = Date.now()
    if (now - last < newsInterval) return
    last = now
    tell(news)
  }
}

/** Brings texts into the store. Rejects as `syncRoots` does. */
export function syncTexts(store: Store, sync: TextSync, { tell, signal }: NearContext): Promise<TextReport> {
  return syncRoots(store, sync.folders, { ...sync, now: Date.now, onProgress: told(tell), signal })
}
