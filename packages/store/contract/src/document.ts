import { StoreError } from './errors.js'

/** Where documents come from. */
export interface Root {
  /** Unique, not empty, without colons. */
  readonly name: string
  /** Where it is, such as the absolute path of a folder. To a store it is only a text, unique among roots. */
  readonly path: string
  /** What it holds: documents (`folder`, the default) or transcripts. Comes back only if it is `sessions`. */
  readonly kind?: 'folder' | 'sessions' | undefined
  /** Globs that say which of its files are documents. A store only keeps them. Comes back only if it is not empty. */
  readonly include?: readonly string[] | undefined
  /** What its documents are about, in words that find them. Comes back only if it is not empty. */
  readonly description?: string | undefined
}

/** Names one document: its root's name and its path inside, with forward slashes. */
export interface DocumentAddress {
  readonly root: string
  readonly path: string
}

/** A document without its chunks. */
export interface StoredDocument extends DocumentAddress {
  readonly title: string
  /** Such as Markdown front matter. Comes back with the same `JSON.stringify`, keys in order, however deeply nested. */
  readonly metadata: Readonly<Record<string, unknown>>
  /** The day it is about, as `2026-02-11`, for filters by date. */
  readonly date?: string | undefined
  /** A code of the language it is written in, such as `de`, if that is known. */
  readonly language?: string | undefined
  /** Whether it seems to hold secrets; comes back only if true. */
  readonly isSecret?: boolean | undefined
  /** Hash of the source's bytes. */
  readonly contentHash: string
  /** The indexing fingerprint: names the settings that cut and analysed this document. A store only keeps it. */
  readonly fingerprint: string
  /** Names this version of the source, such as by size and time: an opaque string. */
  readonly stamp: string
  /** When the source was read, in whole milliseconds since the epoch. */
  readonly readAt: number
}

/** Where a chunk stands in its source: lines and columns count from 1 and include both ends. */
export interface Span {
  readonly startLine: number
  readonly endLine: number
  /** In UTF-16 units; null, like `endColumn`, where the chunk is made of whole lines. */
  readonly startColumn: number | null
  readonly endColumn: number | null
}

/** A text to embed for a chunk: `prefix`, and behind it the chunk's text from `from` up to `to` (UTF-16 units). */
export interface EmbeddingInput {
  readonly prefix: string
  readonly from: number
  readonly to: number
}

/**
 * A word: its form, as it is written except for case and marks, and its stem. Both hold only letters, marks, digits and
 * private-use characters. A driver accepts other strings too; which queries then find the chunk by them is not defined.
 */
export interface IndexWord {
  readonly form: string
  readonly stem: string
}

/** What the keyword index holds of a chunk, each in order. */
export interface ChunkWords {
  /** Words of its text, its title and what it replies to; `CollectionCounts.meanLength` is their mean number. */
  readonly text: readonly IndexWord[]
  /** Parts of its compound words, and other words that are to find it. */
  readonly parts: readonly IndexWord[]
  /** Words of its document's path. */
  readonly place: readonly IndexWord[]
}

/** A chunk to write. */
export interface NewChunk extends Span {
  /** Unique in the store. Callers make it from content and position, so that it survives a rebuild. */
  readonly id: string
  /** Headings above the chunk, outermost first. */
  readonly heading: readonly string[]
  /** Headings of all sections that the chunk overlaps, for filters; default: `heading`. */
  readonly sections?: readonly string[] | undefined
  /** Exactly the source's text, with line ends as `\n`. */
  readonly text: string
  /** Tokens in `text`, as the chunker counted. */
  readonly tokens: number
  /** What queries are compared with. */
  readonly words: ChunkWords
  /** What keyword ranking scores the chunk by: bytes that come back unchanged (see `@recallite/keyword/ranking`). */
  readonly termList: Uint8Array
  /**
   * The texts to embed for this chunk: the chunk as a whole, or its pieces in order, if it is long. With none, the chunk
   * has no vector. `Store.findByVector` says what similarity follows from their vectors.
   */
  readonly inputs: readonly EmbeddingInput[]
}

/** What `Store.writeDocuments` does: removes, then puts, then touches, then writes notes. */
export interface DocumentChanges {
  /** Each replaces the document with the same address, if there is one, and all its chunks. */
  readonly put?: readonly NewDocument[] | undefined
  /** Documents whose source was read again and had not changed. A document that does not exist is passed over. */
  readonly touched?: readonly DocumentMark[] | undefined
  /** Documents to remove with their chunks. A document that does not exist is passed over. */
  readonly removed?: readonly DocumentAddress[] | undefined
  /** Notes that belong to these changes, such as how far a source was read; only for a store that has notes. */
  readonly notes?: readonly { readonly name: string; readonly value: string }[] | undefined
}

/** A document with all its chunks. */
export interface NewDocument {
  readonly document: StoredDocument
  readonly chunks: readonly NewChunk[]
}

/** What tells whether a document is still that of its source. */
export type DocumentVersion = Pick<StoredDocument, 'path' | 'stamp' | 'readAt' | 'fingerprint'>

/** When a version of a document was read. */
export type DocumentMark = DocumentAddress & Pick<StoredDocument, 'stamp' | 'readAt'>

/** Where the text of a chunk is. */
export interface Locator extends DocumentAddress, Span {}

/** What is ranked and shown: so far always a chunk of a document. */
export interface Item {
  readonly id: string
  readonly kind: 'chunk'
  readonly text: string
  readonly locator: Locator
  readonly attributes: {
    /** The document's title. */
    readonly title: string
    /** Headings above the chunk, outermost first. */
    readonly heading: readonly string[]
    /** Whether the document seems to contain secrets, so that its texts are not sent to other machines. */
    readonly isSecret: boolean
  }
  /** The day that the document is of, as `2026-02-11`; null without one. */
  readonly time: string | null
}

/** What `Store.readItems` reads. */
export interface FoundItems {
  /** The chunks that are as they were written, in the order in which the caller asked for them. */
  readonly items: readonly Item[]
  /** The chunks that exist but are damaged, or whose document is, in the order in which the caller asked for them. */
  readonly damaged: readonly DamagedItem[]
}

/** A chunk that is not as it was written. */
export interface DamagedItem {
  readonly id: string
  /** The document that it seems to belong to, which nothing proves; null if the driver cannot tell. */
  readonly document: DocumentAddress | null
}

/** A root as a driver keeps it. */
export interface KeptRoot extends Pick<Root, 'name' | 'path'> {
  readonly kind: string
  /** As JSON. */
  readonly include: string
  /** Empty for none. */
  readonly description: string
}

/** A root without the properties that have their usual values. */
export function rootOf({ name, path, kind, include, description }: KeptRoot): Root {
  return {
    name,
    path,
    ...(kind === 'sessions' ? { kind } : {}),
    ...(include === '[]' ? {} : { include: JSON.parse(include) }),
    ...(description === '' ? {} : { description }),
  }
}

/** The refusal of a root that is not there. */
export function unknownRoot(name: string): StoreError {
  return new StoreError('STORE_UNKNOWN_ROOT', `There is no root named ${name}. 'recallite roots' lists them.`)
}

/** A document as a driver keeps it; `metadata` is JSON. */
export interface DocumentRow extends Omit<
  StoredDocument,
  'root' | 'metadata' | 'date' | 'language' | 'isSecret'
> {
  readonly metadata: string
  readonly date: string | null
  readonly language: string | null
  readonly isSecret: boolean | number
}

type Writable<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] }

/** A document without what is usual. It names each property: to copy the rest of a row takes several times as long, and there are thousands. */
export function documentOf(root: string, row: DocumentRow): StoredDocument {
  const { path, title, contentHash, fingerprint, stamp, readAt } = row
  const metadata = row.metadata === '{}' ? {} : JSON.parse(row.metadata)
  const document: Writable<StoredDocument> = {
    root,
    path,
    title,
    metadata,
    contentHash,
    fingerprint,
    stamp,
    readAt,
  }
  if (row.date !== null) document.date = row.date
  if (row.language !== null) document.language = row.language
  if (Number(row.isSecret) === 1) document.isSecret = true
  return document
}

/** A chunk as a driver keeps it; `heading` is JSON. */
export type ChunkRow = Span & Pick<NewChunk, 'id' | 'text'> & { readonly heading: string }

/** The item of a chunk and its document. */
export function itemOf(
  { id, text, heading, startLine, endLine, startColumn, endColumn }: ChunkRow,
  { root, path, title, date, isSecret }: DocumentAddress & Pick<DocumentRow, 'title' | 'date' | 'isSecret'>,
): Item {
  return {
    id,
    kind: 'chunk',
    text,
    locator: { root, path, startLine, endLine, startColumn, endColumn },
    attributes: { title, heading: JSON.parse(heading), isSecret: Number(isSecret) === 1 },
    time: date,
  }
}
