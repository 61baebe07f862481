import { MemoryError } from '../errors.js'

/** A place in a document as people write it. */
export interface Location {
  /** Path of a document, with its root's name and a colon before it where that is needed. */
  readonly path: string
  readonly startLine: number | null
  readonly endLine: number | null
  readonly startColumn: number | null
  readonly endColumn: number | null
}

/** Lines of a document: the path is a path and nothing else, whatever colons are in it. */
export interface LinePlace {
  /** Path of a document, with its root's name and a colon before it where that is needed. */
  readonly path: string
  /** The first line; default 1. */
  readonly from?: number | undefined
  /** How many lines; default all from there on. */
  readonly lines?: number | undefined
}

const withSpan =
  /^(?<path>.+?):(?<line>\d+)(?::(?<column>\d+))?(?:-(?<endLine>\d+)(?::(?<endColumn>\d+))?)?$/su

function toNumber(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits)
}

function isValid({ startLine, endLine, startColumn, endColumn }: Location): boolean {
  if (startLine === null || endLine === null) return true
  if (startLine < 1 || startColumn === 0 || endColumn === 0 || endLine < startLine) return false
  return endLine > startLine || endColumn === null || endColumn >= (startColumn ?? 1)
}

/** Lines of a document as a location. */
export function lineLocation({ path, from = 1, lines = Infinity }: LinePlace): Location {
  return { path, startLine: from, endLine: from + lines - 1, startColumn: null, endColumn: null }
}

/**
 * Reads `[root:]path[:from[-to]]`, where `from` and `to` are lines from 1, or `line:column` as in `12:5-14:80`;
 * both ends are included. `path:12` is one line.
 * @throws MemoryError `SPAN_INVALID`
 */
export function parseLocation(text: string): Location {
  const groups = withSpan.exec(text)?.groups
  if (!groups) return { path: text, startLine: null, endLine: null, startColumn: null, endColumn: null }
  const location = {
    path: groups['path'] ?? text,
    startLine: toNumber(groups['line']),
    endLine: toNumber(groups['endLine'] ?? groups['line']),
    startColumn: toNumber(groups['column']),
    endColumn: toNumber(groups['endColumn']),
  }
  if (isValid(location)) return location
  throw new MemoryError(
    'SPAN_INVALID',
    `${text}: lines and columns count from 1, and a span must not end before it begins.`,
  )
}
