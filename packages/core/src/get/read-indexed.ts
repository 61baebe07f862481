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

/** A document as stored in the index. */
export interface IndexedDocument {
  readonly document: StoredDocument
  /** In text order, without damaged ones. */
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

/** Above the number of chunks of any document. */
const maxChunks = 1_000_000

/** The ids of a document's chunks that pass an optional filter, in any order. Rejects with StoreError. */
export async function chunkIdsOf(
  store: Pick<Store, 'findByWords'>,
  { root, path }: DocumentAddress,
  filter?: SearchFilter,
): Promise<readonly string[]> {
  const inDocument = allOf(
    { kind: 'root', names: [root] },
    { kind: 'path', globs: [escapeGlob(path)] },
    filter,
  )
  return (await store.findByWords({ limit: maxChunks, filter: inDocument })).ids
}
