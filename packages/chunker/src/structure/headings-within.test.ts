import { describe, expect, it } from 'vitest'
import { createHeadingsWithin } from './headings-within.js'
import type { Heading } from './structure.js'

function heading(start: number, title: string): Heading {
  return { start, end: start + 1, level: 1, title }
}

describe('createHeadingsWithin', () => {
  it('gives the headings that begin in a span, its first and last line included', () => {
    const within = createHeadingsWithin([heading(0, 'A'), heading(3, 'B'), heading(4, ''), heading(5, 'C')])
    const spans = [
      [1, 3],
      [1, 4],
      [2, 4],
      [4, 6],
      [5, 5],
      [6, 9],
      [7, 9],
    ] as const
    expect(spans.map(([startLine, endLine]) => within({ startLine, endLine }))).toEqual([
      ['A'],
      ['A', 'B'],
      ['B'],
      ['B', 'C'],
      [],
      ['C'],
      [],
    ])
  })
})
