/** Where documents come from. */
export interface Root {
  /** Unique, not empty, without colons. */
  readonly name: string
  /** Where it is, such as the absolute path of a folder; to a store it is a text that no other root has. */
  readonly path: string
  /** What it holds: documents (`folder`, the default) or transcripts. Comes back only if it is `sessions`. */
  readonly kind?: 'folder' | 'sessions' | undefined
  /** Globs that say what of it are documents; to a store they are texts. Comes back only if it is not empty. */
  readonly include?: readonly string[] | undefined
}

/** Names one document: its root's name and its path inside, with forward slashes. */
export interface DocumentAddress {
  readonly root: string
  readonly path: string
}

/** A document's own row; what a chunk row needs of it is here too. */
export interface StoredDocument extends DocumentAddress {
  readonly title: string
  /** What the source says of itself, e.g. Markdown front matter, as JSON has it. */
  readonly metadata: Readonly<Record<string, unknown>>
  /** The day it is of, as `2026-02-11`, for filters; without one it is of no time. */
  readonly date?: string | undefined
  /** A code of the language it is written in, such as `de`; without one it is not told. */
  readonly language?: string | undefined
  /** Whether it looks as if it held secrets; comes back only if it does. */
  readonly isSecret?: boolean | undefined
  /** Hash of the source's bytes. */
  readonly contentHash: string
  /** Names the settings that cut and analysed this document: if they change, it is cut again. */
  readonly fingerprint: string
  /** The source's marks of this version, as one opaque string. */
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
 * A word in the two forms it is found by: as it is written, but for case and marks, and its stem. Both hold letters,
 * marks, digits and private-use characters only.
 */
export interface IndexWord {
  readonly form: string
  readonly stem: string
}

/** What the keyword index holds of a chunk, each in order. */
export interface ChunkWords {
  /** Of its text and title. `CollectionCounts.meanLength` is the mean of their number. */
  readonly text: readonly IndexWord[]
  /** What its compound words are made of, and other words that are to find it. */
  readonly parts: readonly IndexWord[]
  /** Where it stands: words of its document's path. */
  readonly place: readonly IndexWord[]
}

/** A chunk as a caller hands it over. */
export interface NewChunk extends Span {
  /** Made from content and place, so that it survives a rebuild; unique in the store. */
  readonly id: string
  /** Headings above the chunk, outermost first. */
  readonly heading: readonly string[]
  /** Titles of all sections that it lies in or has a part of, for filters; default: those of `heading`. */
  readonly sections?: readonly string[] | undefined
  /** Exactly the source's text, with line ends as `\n`. */
  readonly text: string
  /** Tokens in `text`, as the chunker counted. */
  readonly tokens: number
  /** What the chunk is found by. */
  readonly words: ChunkWords
  /** What the chunk is scored by: bytes that come back as they are (see `@recallite/keyword-ranking`). */
  readonly termList: Uint8Array
  /** The texts to embed for this chunk, one or more. */
  readonly inputs: readonly EmbeddingInput[]
}

/** What `Store.writeDocuments` does: removes, then puts, then touches. */
export interface DocumentChanges {
  /** Each takes the place of the document with the same address, if any, with all its chunks. */
  readonly put?: readonly NewDocument[] | undefined
  /** Documents that were read again and had not changed; those that are not there are passed over. */
  readonly touched?: readonly DocumentMark[] | undefined
  /** Documents to remove with their chunks; those that are not there are passed over. */
  readonly removed?: readonly DocumentAddress[] | undefined
}

/** A document with all its chunks. */
export interface NewDocument {
  readonly document: StoredDocument
  readonly chunks: readonly NewChunk[]
}

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
  }
  /** The day that the document is of, as `2026-02-11`; null without one. */
  readonly time: string | null
}

/** Items that can be shown. */
export interface FoundItems {
  /** Those that are as they were written, in the order in which they were asked for. */
  readonly items: readonly Item[]
  /** The ids of those that are there and damaged, or whose document is. */
  readonly damaged: readonly string[]
}
