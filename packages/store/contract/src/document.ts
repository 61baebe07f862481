/** A folder that documents come from. */
export interface Root {
  /** Unique, without colons. */
  readonly name: string
  /** Absolute path of the folder; no other root has it. */
  readonly path: string
  /** What its files are: documents (`folder`, the default) or transcripts. Comes back only where it is `sessions`. */
  readonly kind?: 'folder' | 'sessions' | undefined
  /** Globs, relative to the folder: only files that match one are documents. Comes back only where it is not empty. */
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
  /** Whether it looks as if it held secrets; comes back only where it does. */
  readonly isSecret?: boolean | undefined
  /** Hash of the source's bytes. */
  readonly contentHash: string
  /** Names the settings that cut and analysed this document; another recipe means: cut again. */
  readonly recipe: string
  /** The file system's marks of this version (size, times, inode), as one opaque string. */
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

/** A chunk as a search returns it. */
export interface StoredChunk extends DocumentAddress, Span {
  readonly id: string
  readonly title: string
  readonly heading: readonly string[]
  readonly text: string
}
