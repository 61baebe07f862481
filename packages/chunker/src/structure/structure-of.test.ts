import { describe, expect, it } from 'vitest'
import { structureOf } from './structure-of.js'
import { breakStrength } from './parse-blocks.js'

function strengths(lines: readonly string[]): string[] {
  const names = Object.keys(breakStrength)
  const { breaks } = structureOf(lines, 'markdown')
  return lines.flatMap((line, index) => (line === '' ? [] : [`${names[breaks[index] ?? 0]} ${line}`]))
}

describe('structureOf Markdown', () => {
  it('ranks the places to cut at', () => {
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
      'sentence |---|',
      'nested | b |',
      'block > quote',
      'nested > # no heading',
    ])
  })
})
