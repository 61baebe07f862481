import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryMarkdown } from '../testing/arbitrary-source.js'
import { type Block, parseBlocks } from './parse-blocks.js'

function starts(blocks: Iterable<Block>): string[] {
  return Array.from(blocks, ({ type, level, start, end }) => `${type} ${level} ${start} ${end}`)
}

function moved(blocks: readonly string[], by: number): string[] {
  return blocks.map((block) =>
    block.replace(/(\d+) (\d+)$/, (_, a, b) => `${Number(a) + by} ${Number(b) + by}`),
  )
}

describe('parseBlocks', () => {
  it('returns blocks in order, outer before inner, with the text of headings', () => {
    const lines = ['# One', '', '- a', '  > b', '', '```', 'code', '```', 'Two', '---']
    expect(starts(parseBlocks(lines, 0))).toEqual([
      'heading_open 0 0 1',
      'bullet_list_open 0 2 5',
      'list_item_open 1 2 5',
      'paragraph_open 2 2 3',
      'blockquote_open 2 3 4',
      'paragraph_open 3 3 4',
      'fence 0 5 8',
      'heading_open 0 8 10',
    ])
    const headings = [...parseBlocks(lines, 0)].filter(({ type }) => type === 'heading_open')
    expect(headings.map(({ tag, content }) => [tag, content])).toEqual([
      ['h1', 'One'],
      ['h2', 'Two'],
    ])
  })

  it('finds the same blocks in windows as in the whole document', () => {
    fc.assert(
      fc.property(arbitraryMarkdown, fc.integer({ min: 8180, max: 8192 }), (text, before) => {
        // A rule ends any block before it, so the text after it is parsed like the beginning of a document.
        const lines = text.split('\n')
        const apart = Array.from({ length: before }, (_, index) => (index % 2 === 0 ? '***' : ''))
        const rules = [...apart, '***', '']
        const expected = moved(starts(parseBlocks(lines, 0)), rules.length)
        const found = starts(parseBlocks([...rules, ...lines], 0)).filter((block) => !block.startsWith('hr '))
        expect(found).toEqual(expected.filter((block) => !block.startsWith('hr ')))
      }),
      { numRuns: 30 },
    )
  })

  it('keeps a fence that is longer than any window, and finds what follows', () => {
    const code = Array.from({ length: 100_000 }, (_, index) => (index % 3 === 0 ? '# no heading' : ''))
    const lines = ['# One', '```', ...code, '```', '# Two']
    expect(starts(parseBlocks(lines, 0))).toEqual([
      'heading_open 0 0 1',
      `fence 0 1 ${code.length + 3}`,
      `heading_open 0 ${code.length + 3} ${code.length + 4}`,
    ])
  })

  it('finds every item of a list that is longer than any window', () => {
    const count = 150_000
    const lines = Array.from({ length: count }, (_, index) => `- ${index}`)
    const items = [...parseBlocks(lines, 0)].filter(({ type }) => type === 'list_item_open')
    expect(new Set(items.map(({ start }) => start)).size).toBe(count)
    expect(items).toHaveLength(count)
  })

  it('divides a quote that is longer than any window, and finds what follows', () => {
    const count = 150_000
    const lines = ['>>>>>>>>>>>> a', ...Array.from({ length: count }, () => 'lazy'), '# One']
    const blocks = [...parseBlocks(lines, 0)]
    expect(blocks.at(-1)).toMatchObject({ type: 'heading_open', start: count + 1 })
    expect(blocks.length).toBeLessThan(20)
  })

  it('reads the end of a long line', () => {
    const long = 'x'.repeat(1e5)
    expect(starts(parseBlocks([`\`\`\`${long}\`\`\``, '# One'], 0))).toEqual([
      'paragraph_open 0 0 1',
      'heading_open 0 1 2',
    ])
  })

  it('does not end a line at a lone carriage return', () => {
    expect(starts(parseBlocks(['a\rb', '# One\r', '', 'c'], 0))).toEqual([
      'paragraph_open 0 0 1',
      'heading_open 0 1 2',
      'paragraph_open 0 3 4',
    ])
  })
})
