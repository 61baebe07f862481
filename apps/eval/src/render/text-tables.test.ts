import { columnsOf } from '@recallite/command-line/wrap-text'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { padEndTo, shorten, wrap } from './text-tables.js'

const words = fc.array(fc.constantFrom('a', 'bill', '数据库', '👩‍👩‍👧', 'e\u0301', 'a-very-long-word'), {
  minLength: 1,
})

const text = words.map((parts) => parts.join(' '))

const width = fc.integer({ min: 3, max: 30 })

describe('shorten', () => {
  it('leaves what fits, and cuts the rest with an ellipsis', () => {
    expect(shorten('abcde', 5)).toBe('abcde')
    expect(shorten('abcdef', 5)).toBe('abcd…')
    expect(shorten('abc def', 5)).toBe('abc…')
    expect(shorten('数据库', 5)).toBe('数据…')
    expect(shorten('数据库', 4)).toBe('数…')
    expect(shorten('go to the 数据库', 9)).toBe('go to th…')
  })

  it('never is wider than asked', () => {
    fc.assert(
      fc.property(text, width, (said, columns) => {
        expect(columnsOf(shorten(said, columns))).toBeLessThanOrEqual(columns)
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
        expect(lines.join('').replaceAll(' ', '')).toBe(said.replaceAll(' ', ''))
        expect(lines.filter((line) => columnsOf(line) > columns && line.includes(' '))).toEqual([])
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
