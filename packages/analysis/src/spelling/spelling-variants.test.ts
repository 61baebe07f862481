import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance } from './edit-distance.js'
import { isSpelledWord, spellingVariants } from './spelling-variants.js'
import { arbitraryEdit, arbitraryWord, edited } from './testing/arbitrary-word.js'

const spelled = fc.oneof(
  arbitraryWord(4, 32),
  fc.string({ unit: fc.constantFrom(...'абвгд'), minLength: 4, maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...'αβγδε'), minLength: 4, maxLength: 12 }),
)

describe('spellingVariants', () => {
  it.each([
    ['databse', 'database'],
    ['recieve', 'receive'],
    ['seperate', 'separate'],
    ['untill', 'until'],
    ['emtpy', 'empty'],
    ['програма', 'программа'],
    ['докумнет', 'документ'],
    ['ελλδα', 'ελλαδα'],
    ['skrøbelig', 'skrøbelige'],
    ['strøøm', 'strøm'],
    ['strm', 'strom'],
  ])('of %j hold %j', (typed, meant) => {
    expect(spellingVariants(typed)).toContain(meant)
  })

  it('are one edit away', () => {
    fc.assert(
      fc.property(spelled, (word) => {
        const distances = spellingVariants(word).map((variant) => editDistance(word, variant, 2))
        expect(new Set(distances)).toEqual(new Set([1]))
      }),
      { numRuns: 30 },
    )
  })

  it('are all that are one edit away', () => {
    fc.assert(
      fc.property(arbitraryWord(4, 20), arbitraryEdit, (word, edit) => {
        const variant = edited(word, edit)
        expect(spellingVariants(word).includes(variant)).toBe(variant !== word)
      }),
    )
  })

  it('have no repeats and are no more than 53 for each letter and 25', () => {
    fc.assert(
      fc.property(arbitraryWord(4, 32), (word) => {
        const variants = spellingVariants(word)
        expect(new Set(variants).size).toBe(variants.length)
        expect(variants.length).toBeLessThanOrEqual(53 * word.length + 25)
      }),
      { numRuns: 30 },
    )
  })

  it('come in a fixed order: left out, swapped, replaced, put in', () => {
    const variants = spellingVariants('abcd')
    const places = ['bcd', 'bacd', 'zbcd', 'abdd', 'eabcd', 'abcdz'].map((variant) =>
      variants.indexOf(variant),
    )
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBe(0)
    expect(variants.at(-1)).toBe('abcdz')
  })

  it.each([
    ['too short', 'cat'],
    ['too long', 'a'.repeat(33)],
    ['an error code', 'e4042'],
    ['a hash', '716eb43c4ca7'],
    ['a number', '20221121'],
    ['a name with a separator', 'jwt_expiry'],
    ['Chinese', '数据库迁移'],
    ['Japanese', 'データベース'],
    ['Korean', '데이터베이스'],
    ['Thai', 'ฐานข้อมูล'],
    ['Hindi', 'डेटाबेस'],
    ['of two scripts', 'dаtabase'],
    ['empty', ''],
  ])('are none where the word is %s', (_, word) => {
    expect(isSpelledWord(word)).toBe(false)
    expect(spellingVariants(word)).toEqual([])
  })
})
