import type { DocumentAddress, Item, Store } from '@recallite/store'
import { chunkIdsOf } from '../../get/read-indexed.js'
import { isRevised } from '../stages/similar-texts.js'
import { copiedNames, type Original } from './copy-names.js'

type CopyStore = Pick<Store, 'findDocument' | 'findByWords' | 'readItems'>

/** Finds the original of each item whose document is named like a copy, if the folder has it, by the id of the item. */
export async function findCopies(items: readonly Item[], store: CopyStore): Promise<Map<string, Original>> {
  const copies = new Map<string, Original>()
  const documents = Map.groupBy(items, ({ locator: { root, path } }) => `${root}:${path}`)
  for (const chunks of documents.values()) {
    const [first] = chunks
    const original = first && (await originalOf(first.locator, store))
    if (original) for (const { id } of chunks) copies.set(id, original)
  }
  return copies
}

async function originalOf({ root, path }: DocumentAddress, store: CopyStore): Promise<Original | undefined> {
  for (const { path: original, isConflict } of copiedNames(path)) {
    const found = await store.findDocument({ root, path: original })
    if (!found) continue
    const isEqual = (await store.findDocument({ root, path }))?.contentHash === found.contentHash
    const isCopy = isEqual || isConflict || (await isRevision({ root, path }, found, store))
    if (isCopy) return { path: original, isEqual }
  }
  return undefined
}

/** Longer documents are not compared: this runs during a search. */
const maxChunks = 200

async function isRevision(copy: DocumentAddress, original: DocumentAddress, store: CopyStore) {
  const [text, other] = await Promise.all([copy, original].map((address) => textOf(address, store)))
  return text !== undefined && other !== undefined && isRevised(text, other)
}

async function textOf(address: DocumentAddress, store: CopyStore): Promise<string | undefined> {
  const ids = await chunkIdsOf(store, address)
  if (ids.length > maxChunks) return undefined
  const { items } = await store.readItems(ids)
  const inOrder = items.toSorted((a, b) => a.locator.startLine - b.locator.startLine)
  return inOrder.map(({ text }) => text).join('\n')
}
