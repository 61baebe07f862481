import type { Root, Store } from '@recallite/store'
import { MemoryError } from '../errors.js'
import { foldName, innerPath, realPathOf } from '../system-paths.js'

/** A document of the index, and its root. */
export interface FoundDocument {
  readonly root: Root
  readonly path: string
}

/** What `root:path` may name, or a path that may be in any root. */
export function documentsNamed(text: string, roots: readonly Root[]): FoundDocument[] {
  const colon = text.indexOf(':')
  const named = roots.find(({ name }) => name === text.slice(0, Math.max(0, colon)))
  return named ? [{ root: named, path: text.slice(colon + 1) }] : roots.map((root) => ({ root, path: text }))
}

/** What the absolute path of a file names in the roots around it. */
export function documentsAt(file: string, roots: readonly Root[]): FoundDocument[] {
  const real = realPathOf(file) ?? file
  return roots.flatMap((root) => {
    const path = innerPath(real, root.path)
    return path ? [{ root, path }] : []
  })
}

/**
 * Those of the documents that the index has. Where it has none: those whose names people and the system do not tell from
 * these, which are in another Unicode form or, where the system ignores it, in another case. Rejects with StoreError.
 */
export async function indexedAmong(
  documents: readonly FoundDocument[],
  store: Pick<Store, 'findDocument' | 'listVersions'>,
): Promise<FoundDocument[]> {
  const found: FoundDocument[] = []
  for (const document of documents) if (await isIndexed(document, store)) found.push(document)
  if (found.length > 0) return found
  for (const { root, path: wanted } of documents) {
    const folded = foldTyped(wanted)
    for await (const paths of pathsIn(root, store)) {
      for (const path of paths) if (foldTyped(path) === folded) found.push({ root, path })
    }
  }
  return found
}

/** Whether the index has a document of exactly that path. Rejects with StoreError. */
export async function isIndexed(
  { root, path }: FoundDocument,
  store: Pick<Store, 'findDocument'>,
): Promise<boolean> {
  return (await store.findDocument({ root: root.name, path })) !== undefined
}

const pathsAtOnce = 1_000

/** The paths of a root's documents, many at a time. Rejects with StoreError. */
export async function* pathsIn({ name }: Pick<Root, 'name'>, store: Pick<Store, 'listVersions'>) {
  for (let after: string | undefined; ;) {
    const page = await store.listVersions(name, { limit: pathsAtOnce, after })
    after = page.at(-1)?.path
    if (after === undefined) return
    yield page.map(({ path }) => path)
  }
}

/** The error for a text that names several documents. */
export function ambiguous(text: string, found: readonly FoundDocument[]): MemoryError {
  const names = found.map(({ root, path }) => `${root.name}:${path}`).join(', ')
  return new MemoryError('DOCUMENT_AMBIGUOUS', `${text} is in several roots. Say which: ${names}.`)
}

/** On Windows people type backslashes. */
function foldTyped(path: string): string {
  const typed = process.platform === 'win32' ? path.replaceAll('\\', '/') : path
  return foldName(typed.normalize('NFC'))
}
