import type { Root, Store } from '@recallite/store'

/** Writes what roots have become; returns them as they are kept. */
export async function writeRoots(
  store: Store,
  known: readonly Root[],
  roots: readonly Root[],
): Promise<Root[]> {
  const written: Root[] = []
  for (const root of roots) {
    const before = known.find(({ path }) => path === root.path)
    if (!before) written.push(await store.addRoot(root))
    else {
      if (before !== root) await store.updateRoot(root)
      written.push(root)
    }
  }
  return written
}
