import { posix } from 'node:path'
import { editSimilarity } from '@recallite/analysis/spelling'
import type { DocumentAddress, Store } from '@recallite/store'
import { jaccard } from '../search/stages/diversity/near-duplicates.js'
import { pathsIn } from './find-documents.js'

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
    for await (const paths of pathsIn(root, store)) {
      near = nearPaths(wanted, [...near, ...paths.map((path) => ({ root: root.name, path }))])
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
