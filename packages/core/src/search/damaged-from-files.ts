import type { DamagedItem, Item, Root } from '@recallite/store'
import { type Chunking, modifiedAt } from '../indexer/fingerprint.js'
import { rootTrouble } from '../inside-root.js'
import { cutDocument, documentDate } from '../indexer/cut-document.js'
import { readDocument } from '../readers/read-document.js'

/**
 * Reads damaged chunks from their files: by their ids those that were found there. A file is cut again, and a chunk of it is taken if it
 * has the damaged one's id, which is a hash of its document and its text. A chunk whose file has changed is not found.
 */
export async function readFromFiles(
  damaged: readonly DamagedItem[],
  { roots, chunking }: { readonly roots: readonly Root[]; readonly chunking: Chunking },
): Promise<ReadonlyMap<string, Item>> {
  const wanted = new Set(damaged.map(({ id }) => id))
  const restored = new Map<string, Item>()
  const read = new Set<string>()
  for (const { document } of damaged) {
    const root = roots.find(({ name }) => name === document?.root)
    const name = `${document?.root}\0${document?.path}`
    if (!document || !root || read.has(name) || rootTrouble(root) !== undefined) continue
    read.add(name)
    for (const item of await cutFile(root, document.path, chunking)) {
      if (wanted.has(item.id)) restored.set(item.id, item)
    }
  }
  return restored
}

async function cutFile(root: Root, path: string, chunking: Chunking): Promise<Item[]> {
  const source = await readDocument(root, path)
  if (!('text' in source)) return []
  const { title, metadata, isSecret, chunks } = await cutDocument(
    { root: root.name, path, ...source },
    chunking,
  )
  const time = source.facts?.date ?? documentDate({ path, metadata, modifiedAt: modifiedAt(source.stamp) })
  return chunks.map(({ id, text, heading, startLine, endLine, startColumn, endColumn }): Item => {
    const locator = { root: root.name, path, startLine, endLine, startColumn, endColumn }
    return { id, kind: 'chunk', text, locator, attributes: { title, heading, isSecret }, time }
  })
}
