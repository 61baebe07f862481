import type { SourceFormat } from '@recallite/chunker/formats'

/** What a reader knows of a document besides its text. */
export interface SourceFacts {
  /** Null where the source does not tell. */
  readonly title: string | null
  readonly metadata: Readonly<Record<string, unknown>>
  /** The day it is of, as `2026-02-11`; undefined where the source does not tell. */
  readonly date?: string | undefined
}

/** A text made of a source, line by line what people see of it. */
export interface ReadText extends SourceFacts {
  readonly text: string
}

/** A source file, read. Lines of its text are what chunks and passages are counted by. */
export interface SourceDocument {
  readonly text: string
  /** How its text is cut. */
  readonly format: SourceFormat
  /** Undefined where the text tells them itself, as front matter and headings of Markdown do. */
  readonly facts?: SourceFacts | undefined
  /** Hash of the file's bytes, whatever the text is. */
  readonly contentHash: string
  readonly stamp: string
}

/** A source file that gives no text, and why. */
export interface UnreadableSource {
  readonly reason: string
  /** Whether it can be told that its old text is gone: not so where the file could not be read at all. */
  readonly isGone: boolean
  /** Whether the path led out of its root. */
  readonly isOutside?: boolean
}
