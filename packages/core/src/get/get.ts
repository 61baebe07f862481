import { sliceSpan, splitLines } from '@recallite/chunker'
import type { DocumentAddress, Span, Store } from '@recallite/store'
import { MemoryError } from '../errors.js'
import { readDocument } from '../readers/read-document.js'
import { findDocument } from './find-document.js'
import { lineLocation, parseLocation, type LinePlace, type Location } from './location.js'

/** A part of a document's text, as its reader makes it of the file now; that of web pages and transcripts is not the file's own. */
export interface Passage extends DocumentAddress, Span {
  /** With `\n` between lines, whatever the file has. */
  readonly text: string
  /** How many lines the text has. */
  readonly lines: number
}

function assertThere(location: Location, lines: readonly string[]): void {
  const { path, startLine, startColumn } = location
  const line = lines[(startLine ?? 1) - 1]
  if (startLine !== null && startLine > Math.max(1, lines.length)) {
    throw new MemoryError(
      'SPAN_INVALID',
      `${path} has ${lines.length} lines; line ${startLine} is not there.`,
    )
  }
  if (startColumn !== null && line !== undefined && startColumn > Math.max(1, line.length)) {
    throw new MemoryError(
      'SPAN_INVALID',
      `Line ${startLine} of ${path} has ${line.length} columns; column ${startColumn} is not there.`,
    )
  }
}

function toSpan(location: Location, lines: readonly string[]): Span {
  assertThere(location, lines)
  const { startColumn, endColumn } = location
  const startLine = location.startLine ?? 1
  const endLine = Math.min(location.endLine ?? lines.length, lines.length)
  if (startColumn === null && endColumn === null) return { startLine, endLine, startColumn, endColumn }
  const lastLength = lines[endLine - 1]?.length ?? 0
  return {
    startLine,
    endLine,
    startColumn: startColumn ?? 1,
    endColumn: Math.min(endColumn ?? lastLength, lastLength),
  }
}

/**
 * Reads a document or a span of it from its file.
 * @throws MemoryError `SPAN_INVALID`, `PATH_OUTSIDE_ROOT`, `DOCUMENT_UNKNOWN`, `DOCUMENT_AMBIGUOUS`, `DOCUMENT_UNREADABLE`
 */
export async function get(store: Store, where: string | LinePlace): Promise<Passage> {
  const location = typeof where === 'string' ? parseLocation(where) : lineLocation(where)
  const { root, address } = await findDocument(store, location.path)
  const source = await readDocument(root, address.path)
  if (!('text' in source)) {
    throw new MemoryError(
      source.isOutside ? 'PATH_OUTSIDE_ROOT' : 'DOCUMENT_UNREADABLE',
      `${address.root}:${address.path} cannot be read: ${source.reason}. Run 'recallite index' to bring the index up to date.`,
    )
  }
  const lines = splitLines(source.text)
  const span = toSpan(location, lines)
  return { ...address, ...span, text: sliceSpan(lines, span), lines: lines.length }
}
