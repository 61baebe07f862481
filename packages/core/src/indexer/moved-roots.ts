import type { Store } from '@recallite/store'
import { rootProblem } from '../system-paths.js'

/** The name of a root whose folder is gone, and the path of the root that has its documents. */
export interface MovedRoot {
  readonly root: string
  readonly to: string
}

const minShare = 0.75

/** Finds the roots whose folder is gone, and three of four of whose documents are unchanged in another root. Rejects with StoreError. */
export async function findMovedRoots(
  store: Pick<Store, 'listRoots' | 'listDocuments'>,
): Promise<MovedRoot[]> {
  const roots = await store.listRoots()
  const gone = new Set(roots.filter((root) => rootProblem(root) !== undefined))
  if (gone.size === 0) return []
  const hashesOf = async (name: string) => (await store.listDocuments(name)).map((each) => each.contentHash)
  const all = await Promise.all(roots.map(async (root) => ({ root, hashes: await hashesOf(root.name) })))
  const present = all.filter(({ root }) => !gone.has(root))
  const sets = present.map(({ root, hashes }) => ({ path: root.path, hashes: new Set(hashes) }))
  return all.flatMap(({ root, hashes }) => {
    if (!gone.has(root) || hashes.length === 0) return []
    const hasMost = (others: ReadonlySet<string>) =>
      hashes.filter((each) => others.has(each)).length >= minShare * hashes.length
    const found = sets.find((other) => hasMost(other.hashes))
    return found ? [{ root: root.name, to: found.path }] : []
  })
}
