import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { padEndTo, shorten, widthOf, wrap } from './text-tables.js'

const words = fc.array(fc.constantFrom('a', 'bill', '数据库', '👩‍👩‍👧', 'e\u0301', 'a-very-long-word'), {
  minLength: 1,
})

const text = words.map((parts) => parts.join(' '))

const width = fc.integer({ min: 1, max: 30 })

describe('widthOf', () => {
  it.each([
    ['', 0],
    ['ada', 3],
    ['数据库', 6],
    ['ひらカナ한국', 12],
    ['データ、ベース・', 16],
    ['ｶﾀｶﾅ', 4],
    ['\u1112\u1161\u11ab', 2],
    ['𠮷', 2],
    ['e\u0301te\u0301', 3],
    ['👩‍👩‍👧', 2],
    ['a\u200bb', 2],
    ['→ – …', 5],
    ['ＡＢ', 4],
  ])('of %s is %d columns', (said, columns) => {
    expect(widthOf(said)).toBe(columns)
  })
})

describe('shorten', () => {
  it('leaves what fits, and cuts the rest with an ellipsis', () => {
    expect(shorten('abcde', 5)).toBe('abcde')
    expect(shorten('abcdef', 5)).toBe('abcd…')
    expect(shorten('abc def', 5)).toBe('abc…')
    expect(shorten('数据库', 5)).toBe('数据…')
    expect(shorten('数据库', 4)).toBe('数…')
  })

  it('never is wider than asked', () => {
    fc.assert(
      fc.property(text, width, (said, columns) => {
        expect(widthOf(shorten(said, columns))).toBeLessThanOrEqual(columns)
      }),
    )
  })
})

describe('wrap', () => {
  it('cuts at spaces, a long word on its own', () => {
    expect(wrap('one two three', 8)).toEqual(['one two', 'three'])
    expect(wrap('on a-very-long-word go', 8)).toEqual(['on', 'a-very-long-word', 'go'])
    expect(wrap('', 8)).toEqual([''])
  })

  it('loses nothing, and is wider than asked for single words alone', () => {
    fc.assert(
      fc.property(text, width, (said, columns) => {
        const lines = wrap(said, columns)
        expect(lines.join(' ')).toBe(said)
        expect(lines.filter((line) => widthOf(line) > columns && line.includes(' '))).toEqual([])
      }),
    )
  })
})

describe('padEndTo', () => {
  it('fill up by columns', () => {
    expect(padEndTo('数', 4)).toBe('数  ')
    expect(padEndTo('abcde', 4)).toBe('abcde')
  })
})
