import type { Store } from '@recallite/store'
import { MemoryError } from '../errors.js'

/**
 * Makes sure that there is something to index.
 * @throws MemoryError `NO_ROOTS`
 */
export async function assertRoots(store: Store): Promise<void> {
  const roots = await store.listRoots()
  if (roots.length > 0) return
  const message = "There is nothing to index yet. Name a folder: 'recallite index FOLDER'."
  throw new MemoryError('NO_ROOTS', message)
}
