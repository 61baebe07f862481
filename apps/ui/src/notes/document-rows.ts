import type { ChunkSpan, DocumentAnswer } from '../api.js'

/** A line of a document, a part of a line split at a chunk boundary, or the heading of a chunk. */
export interface DocumentRow {
  readonly line: number
  /** The column of the first character, from 1. */
  readonly column: number
  /** Offset in the text, in UTF-16 units. */
  readonly start: number
  readonly end: number
  /** The numbers of the chunks of the row, from 1. Overlapping chunks share rows. */
  readonly chunks: readonly number[]
  /** Set for the heading of a chunk that begins in the next row. */
  readonly cut?: ChunkSpan
}

type Position = Pick<DocumentRow, 'line' | 'column'>

/** The rows of a document or of a part of it. Chunks must be sorted by start. */
export function documentRows({ text, from, chunks }: Pick<DocumentAnswer, 'text' | 'from' | 'chunks'>) {
  const rows: DocumentRow[] = []
  const positions = Map.groupBy(positionsOf(chunks), ({ line }) => line)
  let [next, start] = [chunks.findIndex(({ endLine }) => endLine >= from), 0]
  let open: readonly number[] = []
  for (const [index, content] of text.split('\n').entries()) {
    const line = from + index
    const within = (positions.get(line) ?? []).filter(({ column }) => column <= content.length)
    const columns = [...new Set([1, ...within.map(({ column }) => column)])].toSorted((a, b) => a - b)
    for (const [number, column] of columns.entries()) {
      const end = start + (columns[number + 1] ?? content.length + 1) - 1
      const part = { line, column, start: start + column - 1, end }
      open = open.filter((chunk) => !endsBefore(chunks[chunk - 1], part))
      for (let cut = chunks[next]; cut && beginsBy(cut, part); cut = chunks[next]) {
        next += 1
        open = [...open, next]
        rows.push({ ...part, chunks: [next], cut })
      }
      rows.push({ ...part, chunks: open })
    }
    start += content.length + 1
  }
  return rows
}

/** The positions at which lines are split. White space between two chunks belongs to the first. */
const positionsOf = (chunks: readonly ChunkSpan[]): Position[] =>
  chunks.flatMap(({ startLine, startColumn, endLine, endColumn }, index) => {
    const next = chunks[index + 1]
    const begin = { line: startLine, column: startColumn ?? 1 }
    const isBeforeSpace = next?.startLine === endLine && (next.startColumn ?? 1) > (endColumn ?? 0)
    return endColumn === null || isBeforeSpace ? begin : [begin, { line: endLine, column: endColumn + 1 }]
  })

const endsBefore = (chunk: ChunkSpan | undefined, { line, column }: Position): boolean =>
  chunk !== undefined &&
  (chunk.endLine < line || (chunk.endLine === line && (chunk.endColumn ?? column) < column))

const beginsBy = ({ startLine, startColumn }: ChunkSpan, { line, column }: Position): boolean =>
  startLine < line || (startLine === line && (startColumn ?? 1) <= column)
