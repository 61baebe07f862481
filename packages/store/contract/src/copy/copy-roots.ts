import type { Root } from '../document.js'
import { StoreError } from '../errors.js'
import type { CopyJob } from './job.js'

/** What is known of the roots after they were copied. */
interface CopiedRoots {
  readonly roots: readonly string[]
  readonly removedRoots: readonly string[]
  /** Whether the target has roots that this source never had. */
  readonly hasOthers: boolean
}

/**
 * Copies the roots themselves. A note in the target names those that came from this source: one of them that the source no
 * longer has is removed, and no other root is ever replaced.
 * @throws StoreError `STORE_ROOT_EXISTS`
 */
export async function copyRoots({ from, to }: CopyJob): Promise<CopiedRoots> {
  const [roots, there] = [await from.listRoots(), await to.listRoots()]
  const note = `copied from ${(await from.status()).location}`
  const known = new Set<string>(JSON.parse((await to.notes?.read(note)) ?? '[]'))
  for (const root of roots) assertOwn(root, { there, known })
  const names = roots.map(({ name }) => name)
  // Before the roots: after a crash they are known to be this source's.
  await to.notes?.write(note, JSON.stringify([...new Set([...known, ...names])]))
  const removedRoots = there
    .map(({ name }) => name)
    .filter((name) => known.has(name) && !names.includes(name))
  for (const name of removedRoots) await to.removeRoot(name)
  const before = new Map(there.map((root) => [root.name, JSON.stringify(root)]))
  for (const root of roots) if (before.get(root.name) !== JSON.stringify(root)) await to.putRoot(root)
  await to.notes?.write(note, JSON.stringify(names))
  const isOther = ({ name }: Root) => !known.has(name) && !names.includes(name)
  return { roots: names, removedRoots, hasOthers: there.some(isOther) }
}

/** A root of the same name and path is the same folder, whichever store it was copied from. */
function assertOwn(
  { name, path }: Root,
  { there, known }: { readonly there: readonly Root[]; readonly known: ReadonlySet<string> },
): void {
  const other = there.find((root) => (root.name === name) !== (root.path === path) && !known.has(root.name))
  if (!other) return
  throw new StoreError(
    'STORE_ROOT_EXISTS',
    `The target has a root of its own named ${other.name} at ${other.path}, where ${name} at ${path} was to be copied. Copy into another database or schema, or remove that root there.`,
  )
}
