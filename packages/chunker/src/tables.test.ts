import { describe, expect, it } from 'vitest'
import { chunk } from './chunk.js'

const rows = Array.from({ length: 60 }, (_, n) => [
  `sail ${n}`,
  n === 30 ? 'worn, '.repeat(30) : 'new',
  `${n}`,
])
const cells = [['*part*', '[state](s.md)', 'a\\|b'], ...rows]
const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)) + 700)

function table(isPadded: boolean): string {
  const pad = (text: string, column: number) => (isPadded ? text.padEnd(widths[column] ?? 0) : text)
  const lines = cells.map((row) => `| ${row.map(pad).join(' | ')} |`)
  const separator = `|${widths.map((width) => '-'.repeat(isPadded ? width + 2 : 3)).join('|')}|`
  return ['Above.', '', lines[0], separator, ...lines.slice(1), '', 'Below.'].join('\n')
}

describe('a table', () => {
  it('has its column names in each chunk, with the offsets of its rows', () => {
    const chunks = chunk(table(false), { target: 200 })
    expect(chunks.length).toBeGreaterThan(3)
    const [first, ...others] = chunks
    const columns = 'part | state | a|b'
    expect(first?.tables).toEqual([{ columns, rows: 56, to: first?.text.length }])
    expect(first?.text.slice(56)).toMatch(/^\| sail 0 /)
    for (const { tables } of others) expect(tables).toMatchObject([{ columns, rows: 0 }])
    expect(chunks.every(({ text, heading }) => heading.length === 0 && text.includes('sail'))).toBe(true)
  })

  it('is cut at the same rows if a tool has padded it', () => {
    const linesOf = (text: string) => chunk(text).map(({ startLine, endLine }) => [startLine, endLine])
    expect(linesOf(table(true))).toEqual(linesOf(table(false)))
    expect(chunk(table(true)).filter(({ text }) => /^\|?-/.test(text))).toEqual([])
  })

  it('has no names if its header is empty, and none for text around it', () => {
    const tablesOf = (text: string) => chunk(text).flatMap(({ tables }) => tables)
    expect(tablesOf('| | |\n|---|---|\n| a | b |')).toEqual([])
    expect(tablesOf('a | b\n\nc | d')).toEqual([])
    expect(tablesOf('- | a | b |\n  |---|---|\n  | c | d |')).toMatchObject([{ columns: 'a | b' }])
    expect(tablesOf('> |a|b|\n> |-|-|\n> |c|d|\n\n|e|\n|-|')).toMatchObject([
      { columns: 'a | b', rows: 16, to: 24 },
      { columns: 'e' },
    ])
  })
})
