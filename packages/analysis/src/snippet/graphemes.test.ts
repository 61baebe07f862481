import { describe, expect, it } from 'vitest'
import { graphemeStart } from './graphemes.js'

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

  it('cuts a character that has no other place, but no surrogate pair', () => {
    const family = '👩‍👩‍👧‍👦'
    expect(graphemeStart(family, 0, 4)).toBe(3)
    expect(graphemeStart(`a${'\u0301'.repeat(50)}`, 0, 20)).toBe(20)
  })

  it('goes on behind where it begins, whatever stands there', () => {
    expect(graphemeStart('𠮷', 0, 1)).toBe(1)
  })
})
