import type { ChunkSpan, PassageAnswer } from '../api.js'

/** What a row of a document shows: a line, or a part of it where a chunk begins or ends within; or where a chunk begins. */
export interface DocumentRow {
  readonly index: number
  readonly line: number
  /** The first column of the part, from 1. */
  readonly from: number
  /** The last one; null for the end of the line. */
  readonly to: number | null
  /** The numbers of the chunks that it is in, from 1: of several where they overlap. */
  readonly chunks: readonly number[]
  /** Set in the row above the one in which a chunk begins. */
  readonly cut?: ChunkSpan
}

/** The rows of a document of so many lines. Chunks are in the order in which they begin. */
export function documentRows(lines: number, chunks: readonly ChunkSpan[]): DocumentRow[] {
  const rows: DocumentRow[] = []
  const columns = columnsOf(chunks)
  let open: readonly number[] = []
  let next = 0
  for (let line = 1; line <= lines; line += 1) {
    const starts = [...new Set([1, ...(columns.get(line) ?? [])])].toSorted((a, b) => a - b)
    for (const [place, from] of starts.entries()) {
      open = open.filter((number) => !endsBefore(chunks[number - 1], line, from))
      const to = (starts[place + 1] ?? Infinity) - 1
      for (let cut = chunks[next]; cut && beginsBy(cut, line, from); cut = chunks[next]) {
        next += 1
        open = [...open, next]
        rows.push({ index: rows.length, line, from, to: null, chunks: [next], cut })
      }
      rows.push({ index: rows.length, line, from, to: to === Infinity ? null : to, chunks: open })
    }
  }
  return rows
}

/** The columns at which parts of lines begin, by line. Space between two chunks belongs to the part before it. */
function columnsOf(chunks: readonly ChunkSpan[]): ReadonlyMap<number, readonly number[]> {
  const starts = chunks.map(({ startLine, startColumn }) => [startLine, startColumn] as const)
  const ends = chunks.flatMap(({ endLine, endColumn }, index) => {
    const next = chunks[index + 1]
    const isNear = next?.startLine === endLine && next.startColumn > (endColumn ?? Infinity)
    return endColumn === null || isNear ? [] : [[endLine, endColumn + 1] as const]
  })
  const all = Map.groupBy([...starts, ...ends], ([line]) => line)
  return new Map(Array.from(all, ([line, places]) => [line, places.map(([, column]) => column)]))
}

function endsBefore(chunk: ChunkSpan | undefined, line: number, column: number): boolean {
  if (!chunk || chunk.endLine !== line) return chunk === undefined || chunk.endLine < line
  return chunk.endColumn !== null && chunk.endColumn < column
}

const beginsBy = ({ startLine, startColumn }: ChunkSpan, line: number, column: number): boolean =>
  startLine < line || (startLine === line && startColumn <= column)

/** The place of rows as `get` takes it behind the document's path: `3:1-40:1000000000`. */
export function placeOf(first: DocumentRow, last: DocumentRow): string {
  return `${first.line}:${first.from}-${last.line}:${last.to ?? 1_000_000_000}`
}

/** What a row shows at most, in UTF-16 units. */
export const mostShown = 2000

/** The text of a row in parts, of which each second one is marked, and how much of it is left out. */
export interface RowText {
  readonly parts: readonly string[]
  readonly rest: number
}

/** The texts of rows, in order, from the passage that begins with the first of them. */
export function textsOf(rows: readonly DocumentRow[], { text, marks }: PassageAnswer): RowText[] {
  let start = 0
  return rows.map((row) => {
    if (row.cut) return { parts: [], rest: 0 }
    const lineEnd = text.indexOf('\n', start)
    const end = row.to === null ? (lineEnd < 0 ? text.length : lineEnd) : start + row.to - row.from + 1
    const shown = { start, end: Math.min(end, start + mostShown) }
    start = row.to === null ? end + 1 : end
    return { parts: partsOf(text, shown, marks), rest: end - shown.end }
  })
}

function partsOf(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  marks: PassageAnswer['marks'],
): string[] {
  const within = marks.filter((mark) => mark.end > start && mark.start < end)
  const edges = within.flatMap((mark) => [Math.max(start, mark.start), Math.min(end, mark.end)])
  return [start, ...edges].map((from, index) => text.slice(from, edges[index] ?? end))
}
