import { formatOf, type SourceFormat } from '@recallite/chunker/formats'
import type { Root } from '@recallite/store'
import { isDocumentFile } from './document-files.js'

interface SourceFacts {
  /** Null if the source has none. */
  readonly title: string | null
  readonly metadata: Readonly<Record<string, unknown>>
  /** The day it is of, as `2026-02-11`; undefined if the source has none. */
  readonly date?: string | undefined
}

/** The text that a reader makes of a source: line by line what people see of it. */
export interface ReadText extends SourceFacts {
  readonly text: string
  /** The lines, from 1, with which the turns of a conversation begin; undefined if it is none. */
  readonly turns?: readonly number[] | undefined
}

/** A source file that was read. Line numbers of chunks and passages are those of its text. */
export interface SourceDocument {
  readonly text: string
  /** How its text is cut. */
  readonly format: SourceFormat
  /** Undefined where the text itself contains them, as front matter and headings of Markdown do. */
  readonly facts?: SourceFacts | undefined
  readonly turns?: ReadText['turns']
  /** Hash of the file's bytes, whatever the text is. */
  readonly contentHash: string
  readonly stamp: string
}

/** Why a source file has no text. */
export interface UnreadableSource {
  readonly reason: string
  /** Whether its old text is certain to be gone: not if the file could not be read at all. */
  readonly isGone: boolean
  /** Whether the path led out of its root. */
  readonly isOutside?: boolean
}

/** How the text of a document is made from its file: unchanged, from a web page, a PDF or Office file, or a transcript. */
export type ReaderName = 'text' | 'html' | 'document' | 'session'

const webPage = /\.(?:html?|xhtml)$/iu
const megabyte = 1024 * 1024

/** In bytes. */
const longestText = 10 * megabyte

/** In bytes. Most of a transcript is the output of tools, and only its messages become text. */
const largestTranscript = 512 * megabyte

/** In bytes. Most of a PDF or Office file are pictures and fonts. */
const largestDocument = 50 * megabyte
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The reader of a file, by its name and the kind of its root. */
export function readerOf({ kind }: Pick<Root, 'kind'>, path: string): ReaderName {
  if (kind === 'sessions') return 'session'
  if (isDocumentFile(path)) return 'document'
  return webPage.test(path) ? 'html' : 'text'
}

/** How the text that a reader makes is cut. */
export function readFormat(reader: ReaderName, path: string): SourceFormat {
  if (reader === 'html' || reader === 'document') return 'markdown'
  return reader === 'session' ? 'text' : (formatOf(path) ?? 'text')
}

/** Why a file of that many bytes is not read, as part of a sentence; undefined if it is not too large. */
export function sizeReason(bytes: number | bigint, reader: ReaderName = 'text'): string | undefined {
  const larger: Partial<Record<ReaderName, number>> = {
    session: largestTranscript,
    document: largestDocument,
  }
  const limit = larger[reader] ?? longestText
  return bytes > limit ? `larger than ${limit / megabyte} MB` : undefined
}

/** Why a text of that many bytes in UTF-8 is not indexed; undefined if it is not too long. */
export function lengthReason(bytes: number): string | undefined {
  return bytes > longestText ? `its text is longer than ${longestText / megabyte} MB` : undefined
}

/** Decodes UTF-8 and keeps a byte order mark; undefined if the bytes are not valid. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}
