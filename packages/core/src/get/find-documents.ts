import type { Root, Store, DocumentAddress } from '@recallite/store'
import { MemoryError } from '../errors.js'
import { versionsOf } from '../indexer/plan.js'
import { foldName, innerPath, realPathOf } from '../system-paths.js'
import { posix } from 'node:path'
import { editSimilarity } from '@recallite/keyword/spelling'
import { jaccard } from '../search/stages/similar-texts.js'

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
    for await (const page of versionsOf(root, store)) {
      for (const { path } of page) if (foldTyped(path) === folded) found.push({ root, path })
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

const fewSuggestions = 3
const leastShared = 0.3
const leastAlike = 0.6

/**
 * A sentence that names up to three documents of the index whose paths are near a wrong one: they share a third of their
 * trigrams with it, or their names differ by few letters. Without any it says where paths come from.
 */
export async function suggestPaths(
  wanted: string,
  store: Pick<Store, 'listRoots' | 'listVersions'>,
): Promise<string> {
  let near: readonly DocumentAddress[] = []
  for (const root of await store.listRoots()) {
    for await (const page of versionsOf(root, store)) {
      near = nearPaths(wanted, [...near, ...page.map(({ path }) => ({ root: root.name, path }))])
    }
  }
  if (near.length === 0) return "Give a path as 'recallite search' prints it, or index its folder."
  return `Did you mean ${near.map(({ root, path }) => `${root}:${path}`).join(' or ')}?`
}

/** The documents whose paths are nearest to a wrong one, at most three, nearest first. */
export function nearPaths(wanted: string, documents: readonly DocumentAddress[]): DocumentAddress[] {
  const [trigrams, name] = [trigramsOf(wanted), nameOf(wanted)]
  return documents
    .map((document) => {
      const shared = jaccard(trigramsOf(document.path), trigrams)
      const alike = editSimilarity(nameOf(document.path), name)
      return { document, shared, alike }
    })
    .filter(({ shared, alike }) => shared >= leastShared || alike >= leastAlike)
    .toSorted((a, b) => b.shared + b.alike - (a.shared + a.alike))
    .slice(0, fewSuggestions)
    .map(({ document }) => document)
}

/** The name of a file without folders, lines and ending, in lower case. */
function nameOf(path: string): string {
  return posix.parse(path.replace(/(?::\d+)*(?:-\d+)?(?::\d+)?$/u, '')).name.toLowerCase()
}

/** All three characters in a row of a path, in lower case. */
function trigramsOf(path: string): Set<string> {
  const text = `  ${path.toLowerCase()} `
  return new Set(Array.from({ length: text.length - 2 }, (_, from) => text.slice(from, from + 3)))
}
