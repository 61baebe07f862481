import { describe, expect, it } from 'vitest'
import { structureOf } from './structure-of.js'
import { breakStrength } from './parse-blocks.js'

function strengths(lines: readonly string[]): string[] {
  const names = Object.keys(breakStrength)
  const { breaks } = structureOf(lines, 'markdown')
  return lines.flatMap((line, index) => (line === '' ? [] : [`${names[breaks[index] ?? 0]} ${line}`]))
}

describe('structureOf Markdown', () => {
  it('ranks the positions for cuts', () => {
    const lines = [
      '# One',
      'A sentence.',
      'Another that',
      'goes on',
      '',
      '- item',
      '  more',
      '  - nested',
      '- item',
      '',
    ]
    expect(strengths([...lines, '| a |', '|---|', '| b |', '', '> quote', '> # no heading'])).toEqual([
      'heading # One',
      'block A sentence.',
      'line Another that',
      'sentence goes on',
      'block - item',
      'sentence   more',
      'nested   - nested',
      'item - item',
      'block | a |',
      'never |---|',
      'never | b |',
      'block > quote',
      'nested > # no heading',
    ])
  })

  it('finds the outline and the blocks to keep whole anywhere', () => {
    const lines = [
      '# A',
      '```',
      '# no',
      '```',
      '',
      'B',
      '=',
      '- ~~~',
      '  x',
      '  ~~~',
      '> # no',
      '',
      '| a |',
      '|---|',
      '| b |',
    ]
    const { headings, code, tables } = structureOf(lines, 'markdown')
    expect(headings).toEqual([
      { start: 0, end: 1, level: 1, title: 'A' },
      { start: 5, end: 7, level: 1, title: 'B' },
    ])
    expect([...code, ...tables]).toEqual([
      { start: 1, end: 4 },
      { start: 7, end: 10 },
      { start: 12, end: 15 },
    ])
  })
})
