import type { ChunkSpan, DocumentAnswer } from '../api.js'

/** A row of a document's text: a line, or a part of one in which a chunk begins or ends; or the cut above it. */
export interface DocumentRow {
  readonly line: number
  /** Of its first character, from 1. */
  readonly column: number
  /** Its part of the text, in UTF-16 units. */
  readonly start: number
  readonly end: number
  /** The numbers of the chunks that it is in, from 1: several where they overlap. */
  readonly chunks: readonly number[]
  /** The chunk that begins in the row below. */
  readonly cut?: ChunkSpan
}

/** The rows of a document's text, which may be a part of the whole; its chunks are in the order in which they begin. */
export function documentRows({ text, from, chunks }: Pick<DocumentAnswer, 'text' | 'from' | 'chunks'>) {
  const rows: DocumentRow[] = []
  const columns = columnsOf(chunks)
  let [next, start] = [chunks.findIndex(({ endLine }) => endLine >= from), 0]
  let open: readonly number[] = []
  for (const [index, content] of text.split('\n').entries()) {
    const line = from + index
    const within = (columns.get(line) ?? []).filter((column) => column > 1 && column <= content.length)
    const begins = [...new Set([1, ...within])].toSorted((a, b) => a - b)
    for (const [position, column] of begins.entries()) {
      const part = {
        line,
        column,
        start: start + column - 1,
        end: start + (begins[position + 1] ?? content.length + 1) - 1,
      }
      open = open.filter((number) => !endsBefore(chunks[number - 1], part))
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

/** Where parts of lines begin, by line. Space between two chunks belongs to the part before it. */
function columnsOf(chunks: readonly ChunkSpan[]): ReadonlyMap<number, readonly number[]> {
  const columns = new Map<number, number[]>()
  const add = (line: number, column: number) => {
    const known = columns.get(line)
    if (known) known.push(column)
    else columns.set(line, [column])
  }
  for (const [index, { startLine, startColumn, endLine, endColumn }] of chunks.entries()) {
    const next = chunks[index + 1]
    add(startLine, startColumn ?? 1)
    if (endColumn === null || (next?.startLine === endLine && (next.startColumn ?? 1) > endColumn)) continue
    add(endLine, endColumn + 1)
  }
  return columns
}

type Place = Pick<DocumentRow, 'line' | 'column'>

const endsBefore = (chunk: ChunkSpan | undefined, { line, column }: Place): boolean =>
  chunk !== undefined &&
  (chunk.endLine < line || (chunk.endLine === line && (chunk.endColumn ?? column) < column))

const beginsBy = ({ startLine, startColumn }: ChunkSpan, { line, column }: Place): boolean =>
  startLine < line || (startLine === line && (startColumn ?? 1) <= column)
