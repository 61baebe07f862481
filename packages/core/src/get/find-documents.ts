import { jaccard, type Root, type Store, type DocumentAddress } from '@recallite/store'
import { MemoryError } from '../errors.js'
import { versionsOf } from '../indexer/plan.js'
import { foldName, innerPath, realPathOf } from '../system-paths.js'
import { posix } from 'node:path'
import { editSimilarity } from '@recallite/keyword/spelling'

export interface FoundDocument {
  readonly root: Root
  readonly path: string
}

/** The documents that `root:path`, or a path in any root, may name. */
export function documentsNamed(text: string, roots: readonly Root[]): FoundDocument[] {
  const colon = text.indexOf(':')
  const named = roots.find(({ name }) => name === text.slice(0, Math.max(0, colon)))
  return named ? [{ root: named, path: text.slice(colon + 1) }] : roots.map((root) => ({ root, path: text }))
}

/** The documents that an absolute path names in the roots that contain it. */
export function documentsAt(file: string, roots: readonly Root[]): FoundDocument[] {
  const real = realPathOf(file) ?? file
  return roots.flatMap((root) => {
    const path = innerPath(real, root.path)
    return path ? [{ root, path }] : []
  })
}

/**
 * The documents that the index has. If it has none: those whose paths only differ by Unicode form or, on file systems that
 * ignore it, by case. Rejects with StoreError.
 */
export async function indexedAmong(
  documents: readonly FoundDocument[],
  store: Pick<Store, 'findDocument' | 'listVersions'>,
): Promise<FoundDocument[]> {
  const found: FoundDocument[] = []
  for (const document of documents) if (await isIndexed(document, store)) found.push(document)
  if (found.length > 0) return found
  for (const { root, path: named } of documents) {
    const folded = foldTyped(named)
    for await (const page of versionsOf(root, store)) {
      for (const { path } of page) if (foldTyped(path) === folded) found.push({ root, path })
    }
  }
  return found
}

/** Whether the index has a document with exactly this path. Rejects with StoreError. */
export async function isIndexed(
  { root, path }: FoundDocument,
  store: Pick<Store, 'findDocument'>,
): Promise<boolean> {
  return (await store.findDocument({ root: root.name, path })) !== undefined
}

/** The error for a text that names several documents. */
export function ambiguous(text: string, found: readonly FoundDocument[]): MemoryError {
  const names = found.map(({ root, path }) => `${root.name}:${path}`).join(', ')
  return new MemoryError('DOCUMENT_AMBIGUOUS', `${text} is in several roots. Use one of: ${names}.`)
}

function foldTyped(path: string): string {
  const typed = process.platform === 'win32' ? path.replaceAll('\\', '/') : path
  return foldName(typed.normalize('NFC'))
}

const maxSuggestions = 3
const minShared = 0.3
const minSimilarity = 0.6

/**
 * Advice about a wrong path, as a sentence: up to three documents whose paths share a third of their trigrams with it or whose
 * names differ by few letters, or else where to get a path.
 */
export async function suggestPaths(
  wrong: string,
  store: Pick<Store, 'listRoots' | 'listVersions'>,
): Promise<string> {
  let near: readonly DocumentAddress[] = []
  for (const root of await store.listRoots()) {
    for await (const page of versionsOf(root, store)) {
      near = nearPaths(wrong, [...near, ...page.map(({ path }) => ({ root: root.name, path }))])
    }
  }
  if (near.length === 0) return "Give a path as 'recallite search' prints it, or index its folder."
  return `Did you mean ${near.map(({ root, path }) => `${root}:${path}`).join(' or ')}?`
}

/** Up to three documents whose paths are most similar to a wrong one, best first. */
export function nearPaths(wrong: string, documents: readonly DocumentAddress[]): DocumentAddress[] {
  const [trigrams, name] = [trigramsOf(wrong), nameOf(wrong)]
  return documents
    .map((document) => {
      const shared = jaccard(trigramsOf(document.path), trigrams)
      const similarity = editSimilarity(nameOf(document.path), name)
      return { document, shared, similarity }
    })
    .filter(({ shared, similarity }) => shared >= minShared || similarity >= minSimilarity)
    .toSorted((a, b) => b.shared + b.similarity - (a.shared + a.similarity))
    .slice(0, maxSuggestions)
    .map(({ document }) => document)
}

/** The name of a file without folders, line numbers and extension, in lower case. */
function nameOf(path: string): string {
  return posix.parse(path.replace(/(?::\d+)*(?:-\d+)?(?::\d+)?$/u, '')).name.toLowerCase()
}

function trigramsOf(path: string): Set<string> {
  const text = `  ${path.toLowerCase()} `
  return new Set(Array.from({ length: text.length - 2 }, (_, from) => text.slice(from, from + 3)))
}
