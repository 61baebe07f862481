import {
  allOf,
  type DocumentAddress,
  type Item,
  type SearchFilter,
  type Store,
  type StoredDocument,
} from '@recallite/store'
import { MemoryError } from '../errors.js'
import { escapeGlob } from '../sources/glob-text.js'

/** A document as the index has it. */
export interface IndexedDocument {
  readonly document: StoredDocument
  /** In the order of its text; those that are damaged are left out. */
  readonly chunks: readonly Item[]
}

/**
 * Reads a document and its chunks from the index.
 * @throws MemoryError `DOCUMENT_UNKNOWN`
 */
export async function readIndexed(store: Store, address: DocumentAddress): Promise<IndexedDocument> {
  const document = await store.findDocument(address)
  if (!document) {
    const message = `The index has no document ${address.root}:${address.path}. Run 'recallite index' if it is new.`
    throw new MemoryError('DOCUMENT_UNKNOWN', message)
  }
  const { items } = await store.readItems(await chunkIdsOf(store, address))
  const chunks = items.toSorted(
    ({ locator: a }, { locator: b }) =>
      a.startLine - b.startLine || (a.startColumn ?? 1) - (b.startColumn ?? 1) || a.endLine - b.endLine,
  )
  return { document, chunks }
}

/** More chunks than documents have. */
const allChunks = 1_000_000

/** The ids of a document's chunks, in any order: of those that pass a filter, if there is one. Rejects with StoreError. */
export async function chunkIdsOf(
  store: Pick<Store, 'findByWords'>,
  { root, path }: DocumentAddress,
  filter?: SearchFilter,
): Promise<readonly string[]> {
  const own = allOf({ kind: 'root', names: [root] }, { kind: 'path', globs: [escapeGlob(path)] }, filter)
  return (await store.findByWords({ limit: allChunks, filter: own })).ids
}
