import { describe, expect, it } from 'vitest'
import { createHeadingPath } from './heading-path.js'
import type { Heading } from './structure.js'

function heading(start: number, level: number, title: string): Heading {
  return { start, end: start + 1, level, title }
}

describe('createHeadingPath', () => {
  it('gives the headings in force, their own lines included', () => {
    const pathAt = createHeadingPath([
      heading(1, 1, 'A'),
      heading(3, 2, 'B'),
      heading(5, 2, 'C'),
      heading(8, 1, 'D'),
    ])
    expect([0, 1, 2, 3, 4, 4, 5, 7, 8, 99].map(pathAt)).toEqual([
      [],
      ['A'],
      ['A'],
      ['A', 'B'],
      ['A', 'B'],
      ['A', 'B'],
      ['A', 'C'],
      ['A', 'C'],
      ['D'],
      ['D'],
    ])
  })

  it('allows for skipped levels, and leaves out empty titles, which end the ones they replace', () => {
    const pathAt = createHeadingPath([
      heading(0, 3, 'deep'),
      heading(1, 2, 'up'),
      heading(2, 4, 'x'),
      heading(3, 2, ''),
    ])
    expect([0, 1, 2, 3].map(pathAt)).toEqual([['deep'], ['up'], ['up', 'x'], []])
  })
})
