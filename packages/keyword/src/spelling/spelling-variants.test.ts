import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance } from './edit-distance.js'
import { isSpelledWord, spellingPrefixes, spellingVariants } from './suggest-spellings.js'
import { arbitraryEdit, arbitraryWord, type Edit, edited } from './testing/arbitrary-word.js'

const spelled = fc.oneof(
  arbitraryWord(4, 32),
  fc.string({ unit: fc.constantFrom(...'абвгд'), minLength: 4, maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...'αβγδε'), minLength: 4, maxLength: 12 }),
)

describe('spellingVariants', () => {
  it.each([
    ['програма', 'программа'],
    ['докумнет', 'документ'],
    ['ελλδα', 'ελλαδα'],
    ['skrøbelig', 'skrøbelige'],
    ['strøøm', 'strøm'],
    ['strm', 'strom'],
  ])('of %j include %j', (typed, meant) => {
    expect(spellingVariants(typed)).toContain(meant)
  })

  it('are one edit away', () => {
    fc.assert(
      fc.property(spelled, (word) => {
        const distances = spellingVariants(word).map((variant) => editDistance(word, variant))
        expect(new Set(distances)).toEqual(new Set([1]))
      }),
      { numRuns: 30 },
    )
  })

  it('are all words one edit away', () => {
    fc.assert(
      fc.property(arbitraryWord(4, 20), arbitraryEdit, (word, edit) => {
        const variant = edited(word, edit)
        expect(spellingVariants(word).includes(variant)).toBe(variant !== word)
      }),
    )
  })

  it('have no repeats, and number up to 53 per letter plus 25', () => {
    fc.assert(
      fc.property(arbitraryWord(4, 32), (word) => {
        const variants = spellingVariants(word)
        expect(new Set(variants).size).toBe(variants.length)
        expect(variants.length).toBeLessThanOrEqual(53 * word.length + 25)
      }),
      { numRuns: 30 },
    )
  })

  it('are in a fixed order: deleted, swapped, replaced, inserted', () => {
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
  ])('do not exist for a word that is %s', (_, word) => {
    expect(isSpelledWord(word)).toBe(false)
    expect(spellingVariants(word)).toEqual([])
  })
})

/** The same edit, but in letters 1 to 5, or after them. */
const inBeginning = (word: string, edit: Edit) => edited(word.slice(0, 5), edit) + word.slice(5)
const inRest = (word: string, edit: Edit) => word.slice(0, 5) + edited(word.slice(5), edit)

describe('spellingPrefixes', () => {
  it('begin every word two edits away, unless both edits are in its first five letters', () => {
    fc.assert(
      fc.property(
        arbitraryWord(10, 16),
        fc.boolean(),
        arbitraryEdit,
        arbitraryEdit,
        (meant, isLate, first, second) => {
          const typed = (isLate ? inRest : inBeginning)(inRest(meant, first), second)
          expect(spellingPrefixes(typed)).toContain(meant.slice(0, 4))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('are about two hundred of four letters, without repeats', () => {
    fc.assert(
      fc.property(arbitraryWord(8, 32), (word) => {
        const prefixes = spellingPrefixes(word)
        expect(new Set(prefixes).size).toBe(prefixes.length)
        expect(prefixes.length).toBeLessThanOrEqual(220)
        expect(prefixes.every((prefix) => prefix.length === 4)).toBe(true)
        expect(prefixes[0]).toBe(word.slice(0, 4))
      }),
      { numRuns: 50 },
    )
  })

  it.each(['databse', 'e40424042', '数据库迁移数据库迁移'])('are none of %j', (word) => {
    expect(spellingPrefixes(word)).toEqual([])
  })
})
