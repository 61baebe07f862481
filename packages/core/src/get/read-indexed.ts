import type { DocumentAddress, StoredDocument } from '@recallite/store'
import { type PassageSource, readFound, unknownDocument } from './get.js'
import type { NoteLinks } from './note-links.js'

/** A document with what the index has of it, and the text of its file. */
export interface IndexedDocument extends NoteLinks {
  readonly document: StoredDocument
  readonly text: string
  /** Whether the file is another one than when it was indexed. */
  readonly hasChanged: boolean
}

/**
 * Reads a document from the index and from its file.
 * @throws MemoryError `DOCUMENT_UNKNOWN`, `PATH_OUTSIDE_ROOT`, `DOCUMENT_UNREADABLE`
 */
export async function readIndexed(source: PassageSource, address: DocumentAddress): Promise<IndexedDocument> {
  const document = await source.store.findDocument(address)
  const root = (await source.store.listRoots()).find(({ name }) => name === address.root)
  if (!document || !root) throw await unknownDocument(source.store, `${address.root}:${address.path}`)
  const { text, links, backlinks, contentHash } = await readFound({ root, path: address.path }, source)
  return { document, text, links, backlinks, hasChanged: contentHash !== document.contentHash }
}
