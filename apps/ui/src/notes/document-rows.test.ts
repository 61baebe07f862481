import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChunkSpan } from '../api.js'
import { documentRows } from './document-rows.js'

const line = (
  startLine: number,
  endLine: number,
  columns: readonly [number, number] | null = null,
): ChunkSpan => ({
  startLine,
  endLine,
  startColumn: columns?.[0] ?? null,
  endColumn: columns?.[1] ?? null,
  heading: [],
})

/** Each row as `line:column text [chunks]`, or `cut` for the heading of a chunk. */
function rowsOf(text: string, chunks: readonly ChunkSpan[], from = 1): string[] {
  return documentRows({ text, chunks, from }).map(({ line: n, column, start, end, chunks: within, cut }) =>
    cut ? `cut ${within.join()}` : `${n}:${column} ${text.slice(start, end)} [${within.join()}]`,
  )
}

describe('documentRows', () => {
  it('returns the lines, a heading above each chunk, and all chunks of overlapping lines', () => {
    expect(rowsOf('---\na\nb\nc\n', [line(2, 3), line(3, 4)])).toEqual([
      '1:1 --- []',
      'cut 1',
      '2:1 a [1]',
      'cut 2',
      '3:1 b [1,2]',
      '4:1 c [2]',
      '5:1  []',
    ])
  })

  it('splits lines at chunk boundaries', () => {
    const chunks = [line(1, 1, [1, 6]), line(1, 2, [5, 2]), line(2, 2, [4, 5])]
    expect(rowsOf('abcdefgh\nij kl', chunks)).toEqual([
      'cut 1',
      '1:1 abcd [1]',
      'cut 2',
      '1:5 ef [1,2]',
      '1:7 gh [2]',
      '2:1 ij  [2]',
      'cut 3',
      '2:4 kl [3]',
    ])
  })

  it('begins a part of a document with the chunk that extends into it', () => {
    expect(rowsOf('c\nd', [line(1, 1), line(2, 3), line(4, 9)], 3)).toEqual([
      'cut 2',
      '3:1 c [2]',
      'cut 3',
      '4:1 d [3]',
    ])
  })

  it('returns the whole text with the right chunks for any spans', () => {
    const offset = fc.nat({ max: 60 })
    const spans = fc.array(fc.tuple(offset, offset), { maxLength: 6 })
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 9 }).map((text) => text.replaceAll('\n', ' '))),
        spans,
        (lines, pairs) => {
          const text = lines.join('\n')
          const offsets = pairs.map((pair) =>
            pair.map((at) => at % (text.length + 1)).toSorted((a, b) => a - b),
          )
          const ordered = offsets
            .filter(([from = 0, to = 0]) => from < to && text[from] !== '\n' && text[to - 1] !== '\n')
            .toSorted(([a = 0], [b = 0]) => a - b)
          const place = (at: number) => {
            const before = text.slice(0, at).split('\n')
            return [before.length, (before.at(-1)?.length ?? 0) + 1] as const
          }
          const chunks = ordered.map(([from = 0, to = 0]): ChunkSpan => {
            const [[startLine, startColumn], [endLine, endColumn]] = [place(from), place(to - 1)]
            return { startLine, startColumn, endLine, endColumn, heading: [] }
          })
          const rows = documentRows({ text, chunks, from: 1 }).filter(({ cut }) => !cut)
          expect(rows.map(({ start, end }) => text.slice(start, end)).join('')).toBe(
            text.replaceAll('\n', ''),
          )
          const wrong = rows.flatMap(({ start, end, chunks: within }) =>
            ordered.filter(([from = 0, to = 0], index) => {
              const isListed = within.includes(index + 1)
              return isListed ? to <= start || from > end : from < end && to > start
            }),
          )
          expect(wrong).toEqual([])
        },
      ),
    )
  })
})
