import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalise } from '../normalise.js'
import { indexWords, type IndexWord } from '../words.js'
import { locateWords, type LocatedWord } from './locate-words.js'
import { readWord } from './wanted-words.js'

const unit = fc.oneof(
  fc.constantFrom(..."aBé1_-.,' 数据库のデー한글ทนี่ำ٣𠮷\u0301"),
  fc.constantFrom('camelCase', 'HTTPServer', 'utf8', '1,000', '2.000.000', 'running', 'ΟΔΟΣ'),
)
const read = ({ text }: LocatedWord) => readWord(text, 'en')
const bare = ({ form, stem }: IndexWord) => ({ form, stem })

describe('locateWords', () => {
  it('finds what the index holds', () => {
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (source) => {
        const { words, parts } = locateWords(normalise(source))
        const held = indexWords(source)
        const byForm = (a: IndexWord, b: IndexWord) => (a.form < b.form ? -1 : 1)
        expect(words.map(read).map(bare)).toEqual(held.text)
        expect(parts.flat().map(read).map(bare).toSorted(byForm)).toEqual(held.parts.toSorted(byForm))
      }),
      { numRuns: 500 },
    )
  })

  it('tells where each word stands', () => {
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (source) => {
        const text = normalise(source)
        let before = 0
        for (const { text: word, start, end } of locateWords(text).words) {
          expect(start).toBeGreaterThanOrEqual(before)
          expect(text.slice(start, end)).toBe(word)
          before = end
        }
      }),
    )
  })

  it('finds the parts of names and whole numbers', () => {
    const text = 'set jwtExpiry to 1,000.50'
    const placed = locateWords(text).parts.map((part) =>
      part.map((word) => `${read(word).form}=${text.slice(word.start, word.end)}`),
    )
    expect(placed).toContainEqual(['jwt=jwt', 'expiry=Expiry'])
    expect(placed).toContainEqual(['1000=1,000.50'])
  })
})
