import { StoreError } from './errors.js'

/** A folder or another source of documents. A store returns optional properties only if they differ from their defaults. */
export interface Root {
  /** Unique, not empty, without colons. */
  readonly name: string
  /** Unique, such as the absolute path of a folder. A store does not interpret it. */
  readonly path: string
  /** Documents (`folder`, the default) or transcripts. */
  readonly kind?: 'folder' | 'sessions' | undefined
  /** Globs that select its documents. A store does not interpret them. */
  readonly include?: readonly string[] | undefined
  /** The topics of its documents, in words that find them. */
  readonly description?: string | undefined
}

/** Identifies a document by the name of its root and its path inside the root, with forward slashes. */
export interface DocumentAddress {
  readonly root: string
  readonly path: string
}

/** A document without its chunks. */
export interface StoredDocument extends DocumentAddress {
  readonly title: string
  /** Such as Markdown front matter. A store returns it with an identical `JSON.stringify`, at any nesting depth. */
  readonly metadata: Readonly<Record<string, unknown>>
  /** The day that the document is about, as `2026-02-11`, for filters by date. */
  readonly date?: string | undefined
  /** The code of its language, such as `de`, if known. */
  readonly language?: string | undefined
  /** Whether it seems to contain secrets; returned only if true. */
  readonly isSecret?: boolean | undefined
  /** Hash of the source's bytes. */
  readonly contentHash: string
  /** The indexing fingerprint, which identifies the settings that the document was indexed with. A store does not interpret it. */
  readonly fingerprint: string
  /** An opaque string that identifies the version of the source, for example by size and time. */
  readonly stamp: string
  /** When the source was read, in whole milliseconds since the epoch. */
  readonly readAt: number
}

/** The span of a chunk in its source. Lines and columns count from 1 and are inclusive. */
export interface Span {
  readonly startLine: number
  readonly endLine: number
  /** In UTF-16 units; null, like `endColumn`, if the chunk consists of whole lines. */
  readonly startColumn: number | null
  readonly endColumn: number | null
}

/** A text to embed for a chunk: `prefix`, followed by the chunk's text from `from` to `to` (UTF-16 units, exclusive). */
export interface EmbeddingInput {
  readonly prefix: string
  readonly from: number
  readonly to: number
}

/**
 * The form of a word, without case and accents, and its stem. Both consist of letters, marks, digits and private-use characters. A
 * driver accepts other strings, but which queries match them is not defined.
 */
export interface IndexWord {
  readonly form: string
  readonly stem: string
}

/** The words of a chunk in the keyword index, in order. */
export interface ChunkWords {
  /** Words of the text, the title and the text that it replies to; `CollectionCounts.meanLength` is their mean number. */
  readonly text: readonly IndexWord[]
  /** Parts of compound words, and additional words that find the chunk. */
  readonly parts: readonly IndexWord[]
  /** Words of the document's path. */
  readonly place: readonly IndexWord[]
}

/** A chunk to write. */
export interface NewChunk extends Span {
  /** Unique in the store. Callers derive it from content and position, so that it survives a rebuild. */
  readonly id: string
  /** Headings above the chunk, outermost first, then the column names of a table that begins above it. */
  readonly heading: readonly string[]
  /** Headings of all sections that the chunk overlaps, for filters; default: `heading`. */
  readonly sections?: readonly string[] | undefined
  /** The exact text of the source, with `\n` line ends. */
  readonly text: string
  /** The number of tokens in `text`. */
  readonly tokens: number
  readonly words: ChunkWords
  /** The input of keyword ranking, which a store returns unchanged (see `@recallite/keyword/ranking`). */
  readonly termList: Uint8Array
  /** The texts to embed: the whole chunk, or the pieces of a long one in order. Without any, the chunk has no vector. */
  readonly inputs: readonly EmbeddingInput[]
}

/** The changes of `Store.writeDocuments`, applied in this order: removed, put, touched, notes. */
export interface DocumentChanges {
  /** Each replaces the document with the same address, including all chunks. */
  readonly put?: readonly NewDocument[] | undefined
  /** Documents whose source was read again and is unchanged. Missing documents are ignored. */
  readonly touched?: readonly DocumentMark[] | undefined
  /** Documents to remove with their chunks. Missing documents are ignored. */
  readonly removed?: readonly DocumentAddress[] | undefined
  /** Notes that belong to these changes, such as a position in a source; only for a store with notes. */
  readonly notes?: readonly { readonly name: string; readonly value: string }[] | undefined
}

/** A document with all its chunks. */
export interface NewDocument {
  readonly document: StoredDocument
  readonly chunks: readonly NewChunk[]
}

/** The properties that identify the version of a document. */
export type DocumentVersion = Pick<StoredDocument, 'path' | 'stamp' | 'readAt' | 'fingerprint'>

/** The version of a document, and when it was read. */
export type DocumentMark = DocumentAddress & Pick<StoredDocument, 'stamp' | 'readAt'>

/** The location of a chunk. */
export interface Locator extends DocumentAddress, Span {}

/** A result of a search: a chunk of a document. */
export interface Item {
  readonly id: string
  readonly kind: 'chunk'
  readonly text: string
  readonly locator: Locator
  readonly attributes: {
    /** The title of the document. */
    readonly title: string
    /** Headings above the chunk, outermost first. */
    readonly heading: readonly string[]
    /** Whether the document seems to contain secrets, so that its texts must not leave this computer. */
    readonly isSecret: boolean
    readonly metadata: StoredDocument['metadata']
  }
  /** The date of the document, as `2026-02-11`; null without one. */
  readonly time: string | null
}

/** The result of `Store.readItems`, in the requested order. */
export interface FoundItems {
  /** The intact chunks. */
  readonly items: readonly Item[]
  /** The chunks that are damaged, or whose document is. */
  readonly damaged: readonly DamagedItem[]
}

/** A chunk that does not match its checksum. */
export interface DamagedItem {
  readonly id: string
  /** The document that the chunk appears to belong to; null if unknown. */
  readonly document: DocumentAddress | null
}

/** A root as a driver stores it. */
export interface KeptRoot extends Pick<Root, 'name' | 'path'> {
  readonly kind: string
  /** As JSON. */
  readonly include: string
  /** Empty for none. */
  readonly description: string
}

/** Converts a stored root, omitting default values. */
export function rootOf({ name, path, kind, include, description }: KeptRoot): Root {
  return {
    name,
    path,
    ...(kind === 'sessions' ? { kind } : {}),
    ...(include === '[]' ? {} : { include: JSON.parse(include) }),
    ...(description === '' ? {} : { description }),
  }
}

/** The error for an unknown root. */
export function unknownRoot(name: string): StoreError {
  return new StoreError('STORE_UNKNOWN_ROOT', `There is no root named ${name}. 'recallite roots' lists them.`)
}

/** A document as a driver stores it; `metadata` is JSON. */
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

/** Converts a stored document, omitting default values. Naming each property is several times as fast as spreading the row. */
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

/** A chunk as a driver stores it; `heading` is JSON. */
export type ChunkRow = Span & Pick<NewChunk, 'id' | 'text'> & { readonly heading: string }

/** Converts a stored chunk and its document. */
export function itemOf(
  { id, text, heading, startLine, endLine, startColumn, endColumn }: ChunkRow,
  document: DocumentAddress & Pick<DocumentRow, 'title' | 'date' | 'isSecret' | 'metadata'>,
): Item {
  const { root, path, title, date, isSecret } = document
  const metadata = document.metadata === '{}' ? {} : JSON.parse(document.metadata)
  return {
    id,
    kind: 'chunk',
    text,
    locator: { root, path, startLine, endLine, startColumn, endColumn },
    attributes: { title, heading: JSON.parse(heading), isSecret: Number(isSecret) === 1, metadata },
    time: date,
  }
}
