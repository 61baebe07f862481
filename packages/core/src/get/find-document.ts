import type { DocumentAddress, Root, Store } from '@recallite/store'
import { MemoryError } from '../errors.js'

/** Every way a path leaves its root, or tries to on another system; also behind a root's name. */
function leavesRoot(path: string): boolean {
  return (
    path.includes('\0') || /(^|:)([/\\~]|[A-Za-z]:[/\\])/u.test(path) || path.split(/[/\\:]/u).includes('..')
  )
}

function candidates(path: string, roots: readonly Root[]): { root: Root; path: string }[] {
  const colon = path.indexOf(':')
  const named = roots.find(({ name }) => name === path.slice(0, Math.max(0, colon)))
  if (named) return [{ root: named, path: path.slice(colon + 1) }]
  return roots.map((root) => ({ root, path }))
}

/** A name may look like a way out and still be a file's own, so this is asked last. */
function unknownDocument(path: string): MemoryError {
  if (leavesRoot(path)) {
    return new MemoryError(
      'PATH_OUTSIDE_ROOT',
      `${path} is not a path inside a root. Give it as 'root:path', as search prints it.`,
    )
  }
  return new MemoryError(
    'DOCUMENT_UNKNOWN',
    `The index has no document ${path}. See 'recallite search', or index its folder.`,
  )
}

/**
 * Finds the document that a path means: `root:path`, or a path that only one root has.
 * @throws MemoryError `PATH_OUTSIDE_ROOT`, `DOCUMENT_UNKNOWN`, `DOCUMENT_AMBIGUOUS`
 */
export async function findDocument(
  store: Store,
  path: string,
): Promise<{ root: Root; address: DocumentAddress }> {
  const possible = candidates(path, await store.listRoots())
  const found: { root: Root; address: DocumentAddress }[] = []
  for (const { root, path: inside } of possible) {
    const documents = await store.listDocuments(root.name)
    if (documents.some((document) => document.path === inside)) {
      found.push({ root, address: { root: root.name, path: inside } })
    }
  }
  const [document, another] = found
  if (!document) throw unknownDocument(path)
  if (another) {
    const names = found.map(({ address }) => `${address.root}:${address.path}`).join(', ')
    throw new MemoryError('DOCUMENT_AMBIGUOUS', `${path} is in several roots. Say which: ${names}.`)
  }
  return document
}
