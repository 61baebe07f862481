import { describe, expect, it } from 'vitest'
import { isWhole, plainText } from './plain-text.js'

describe('plainText', () => {
  it.each([
    [
      '**Bold**, *slanted*, _slanted_, `code`, ~~gone~~, ==marked==',
      'Bold, slanted, slanted, code, gone, marked',
    ],
    ['see [the plan](plans/a.md) and [[people/ada|Ada]] or [[Lena]]', 'see the plan and Ada or Lena'],
    ['![picture](a.png) of <b>it</b>[^1]', 'of it'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['a "quoted"  word\tand \\*stars\\*', 'a quoted word and *stars*'],
  ])('of %j is %j', (source, expected) => {
    expect(plainText(source)).toBe(expected)
  })
})

describe('isWhole', () => {
  it.each(['a (b) [c](d) `e` **f** "g"', '「一」', 'plain'])('is true for %j', (source) => {
    expect(isWhole(source)).toBe(true)
  })

  it.each(['**a', 'a`', 'see [a', 'b](c)', '(a', 'he said "a', '「一', 'a'.repeat(1001)])(
    'is false for %j',
    (source) => {
      expect(isWhole(source)).toBe(false)
    },
  )
})
