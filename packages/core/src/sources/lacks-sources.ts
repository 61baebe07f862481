import type { Root, Store } from '@recallite/store'
import { mergeRoots } from './merge-roots.js'
import type { Source } from './source.js'
import { wantedRoots } from './wanted-roots.js'

/**
 * What is there of the sources and is no root yet, or not part of one: roots as they would be. Looks at the paths that the
 * sources name, and not at what is in them. Rejects with StoreError.
 */
export async function lackedRoots(
  store: Pick<Store, 'listRoots' | 'within'>,
  sources: readonly Source[],
): Promise<Root[]> {
  const known = await store.listRoots()
  return mergeRoots(known, wantedRoots(sources, store.within).roots).roots.filter(
    (root) => !known.includes(root),
  )
}

/** Whether there is something in the sources that is no root yet, or not part of one. Rejects with StoreError. */
export async function lacksSources(store: Store, sources: readonly Source[]): Promise<boolean> {
  const lacked = await lackedRoots(store, sources)
  return lacked.length > 0
}
