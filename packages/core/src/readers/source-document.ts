import { formatOf, type SourceFormat } from '@recallite/chunker/formats'
import type { Root } from '@recallite/store'
import { isDocumentFile } from './document-files.js'

interface SourceFacts {
  readonly title: string | null
  readonly metadata: Readonly<Record<string, unknown>>
  /** As `2026-02-11`; undefined if the source states none. */
  readonly date?: string | undefined
}

/** The visible text of a source. */
export interface ReadText extends SourceFacts {
  readonly text: string
  /** The first lines of the turns of a conversation, from 1; undefined for other sources. */
  readonly turns?: readonly number[] | undefined
}

/** A source file that was read. Line numbers of chunks and passages refer to its text. */
export interface SourceDocument {
  readonly text: string
  readonly format: SourceFormat
  /** Undefined if the text itself contains them, as front matter and headings of Markdown. */
  readonly facts?: SourceFacts | undefined
  readonly turns?: ReadText['turns']
  /** Hash of the file's bytes. */
  readonly contentHash: string
  readonly stamp: string
}

/** Why a source file has no text. */
export interface UnreadableSource {
  readonly reason: string
  /** Whether the previous text is certainly gone; false if the file could not be read. */
  readonly isGone: boolean
  /** Whether the path leads out of its root. */
  readonly isOutside?: boolean
}

/** The readers of plain text, web pages, PDF and Office files, and transcripts. */
export type ReaderName = 'text' | 'html' | 'document' | 'session'

const webPage = /\.(?:html?|xhtml)$/iu
const megabyte = 1024 * 1024

/** In bytes. */
const maxTextSize = 10 * megabyte

/** In bytes, by reader: transcripts are mostly output of tools, PDF and Office files mostly pictures and fonts. */
const maxFileSizes: Partial<Record<ReaderName, number>> = { session: 512 * megabyte, document: 50 * megabyte }

/** The reader of a file, by its name and the kind of its root. */
export function readerOf({ kind }: Pick<Root, 'kind'>, path: string): ReaderName {
  if (kind === 'sessions') return 'session'
  if (isDocumentFile(path)) return 'document'
  return webPage.test(path) ? 'html' : 'text'
}

/** The format of a reader's text. */
export function readFormat(reader: ReaderName, path: string): SourceFormat {
  if (reader === 'html' || reader === 'document') return 'markdown'
  return reader === 'session' ? 'text' : (formatOf(path) ?? 'text')
}

/** Why a file is too large to be read, as a phrase; undefined if it is not. */
export function sizeReason(bytes: number | bigint, reader: ReaderName = 'text'): string | undefined {
  const limit = maxFileSizes[reader] ?? maxTextSize
  return bytes > limit ? `larger than ${limit / megabyte} MB` : undefined
}

/** Why a text is too long to be indexed, by its bytes in UTF-8; undefined if it is not. */
export function lengthReason(bytes: number): string | undefined {
  return bytes > maxTextSize ? `its text is longer than ${maxTextSize / megabyte} MB` : undefined
}
