import { columnsOf } from '@recallite/command-line/wrap-text'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderParts, screenWidth, shorten, wrap } from './table.js'

const words = fc.array(fc.constantFrom('a', 'bill', '数据库', '👩‍👩‍👧', 'e\u0301', 'a-very-long-word'), {
  minLength: 1,
})
const text = words.map((parts) => parts.join(' '))
const width = fc.integer({ min: 3, max: 30 })

describe('renderParts', () => {
  const table = { title: 'a\u001b[2J', head: ['strategy', 'hit'], lines: [['x|<b>', '1']] }

  it('aligns for a terminal, and escapes control characters in cells', () => {
    expect(renderParts([table, ['said\u0007']])).toBe(
      'a\\u{1b}[2J\n\nstrategy  hit\nx|<b>       1\n\nsaid\\u{7}\n',
    )
  })

  it('aligns by the width of characters', () => {
    const lines = [
      ['直接', '✅'],
      ['データ', '1.000'],
    ]
    expect(renderParts([{ title: '数', head: ['kind', '混合'], lines }])).toBe(
      ['数', '', 'kind     混合', '直接       ✅', 'データ  1.000', ''].join('\n'),
    )
  })

  it('splits a table that is too wide between columns, and has details below each line', () => {
    const details = [[['first', 'one two three four'] as const]]
    expect(
      renderParts([{ title: 't', head: ['a', 'bbb', 'ccc'], lines: [['x', '1', '2']], details }], {
        width: 18,
      }),
    ).toBe('t\n\na  bbb  ccc\nx    1    2\n  first  one two\n         three\n         four\n')
    expect(
      renderParts([{ ...table, title: 't', head: ['a', 'bbb', 'ccc'], lines: [['x', '1', '2']] }], {
        width: 7,
      }),
    ).toBe('t\n\na  bbb\nx    1\n\na  ccc\nx    2\n')
  })

  it('escapes for Markdown', () => {
    const markdown = renderParts([{ ...table, note: '*' }, ['_said_']], { markdown: true })
    expect(markdown).toBe(
      '**a\\\\u{1b}\\[2J**\n\n| strategy | hit |\n|---|---:|\n| x\\|\\<b\\> | 1 |\n\n\\*\n\n\\_said\\_\n',
    )
  })
})

it('is as wide as a terminal, but no narrower than 40 columns, and 100 columns elsewhere', () => {
  const widths = [20, 180].map((columns) => screenWidth({ isOutputTerminal: true, columns }))
  expect([...widths, screenWidth({ isOutputTerminal: false, columns: 80 })]).toEqual([40, 180, 100])
})

describe('shorten', () => {
  it('leaves a text that fits, and cuts others with an ellipsis', () => {
    const cut = ['abcde', 'abcdef', 'abc def', '数据库'].map((each) => shorten(each, 5))
    expect(cut).toEqual(['abcde', 'abcd…', 'abc…', '数据…'])
  })

  it('is never wider than requested', () => {
    fc.assert(
      fc.property(text, width, (said, columns) => {
        expect(columnsOf(shorten(said, columns))).toBeLessThanOrEqual(columns)
      }),
    )
  })
})

describe('wrap', () => {
  it('cuts at spaces, loses nothing, and is only wider than requested for single words', () => {
    expect(wrap('on a-very-long-word go', 8)).toEqual(['on', 'a-very-long-word', 'go'])
    fc.assert(
      fc.property(text, width, (said, columns) => {
        const lines = wrap(said, columns)
        expect(lines.join('').replaceAll(' ', '')).toBe(said.replaceAll(' ', ''))
        expect(lines.filter((line) => columnsOf(line) > columns && line.includes(' '))).toEqual([])
      }),
    )
  })
})
