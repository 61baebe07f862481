import { describe, expect, it } from 'vitest'
import { graphemeStart, mergeRanges } from './text-range.js'

const range = (start: number, end: number) => ({ start, end })

describe('mergeRanges', () => {
  it('orders ranges and joins those that overlap or touch', () => {
    const merged = mergeRanges([range(8, 9), range(0, 4), range(1, 2), range(4, 6)], () => false)
    expect(merged).toEqual([range(0, 6), range(8, 9)])
  })

  it('joins ranges that `areOne` accepts', () => {
    const isOneApart = (end: number, start: number) => start - end === 1
    expect(mergeRanges([range(0, 2), range(3, 5), range(7, 8)], isOneApart)).toEqual([
      range(0, 5),
      range(7, 8),
    ])
  })

  it('does not change its arguments', () => {
    const given = Object.freeze([range(3, 4), range(0, 1)].map((each) => Object.freeze(each)))
    expect(mergeRanges(given, () => true)).toEqual([range(0, 4)])
    expect(given).toEqual([range(3, 4), range(0, 1)])
  })
})

describe('graphemeStart', () => {
  it.each([
    ['abc', 0, 2, 2],
    ['abc', 0, 3, 3],
    ['a𠮷b', 0, 2, 1],
    ['ae\u0301b', 0, 2, 1],
    ['ae\u0301b', 0, 3, 3],
    ['x👩‍👩‍👧y', 0, 4, 1],
    ['x🇩🇪🇫🇷', 1, 5, 5],
    ['x🇩🇪🇫🇷', 1, 7, 5],
    ['각', 0, 1, 1],
  ])('in %j from %i, the last up to %i is %i', (text, from, place, start) => {
    expect(graphemeStart(text, from, place)).toBe(start)
  })

  it('cuts a cluster without another position, but no surrogate pair', () => {
    const family = '👩‍👩‍👧‍👦'
    expect(graphemeStart(family, 0, 4)).toBe(3)
    expect(graphemeStart(`a${'\u0301'.repeat(50)}`, 0, 20)).toBe(20)
  })

  it('always advances', () => {
    expect(graphemeStart('𠮷', 0, 1)).toBe(1)
  })
})
