import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalise } from '../word-forms.js'
import { type IndexWord, indexWords } from '../words.js'
import { readWord } from './find-matches.js'
import { type LocatedWord, locateWords, normaliseText } from './locate-words.js'

const unit = fc.oneof(
  fc.constantFrom(..."aBé1_-.,' 数据库のデー한글ทนี่ำ٣𠮷\u0301"),
  fc.constantFrom('camelCase', 'HTTPServer', 'utf8', '1,000', '2.000.000', 'running', 'ΟΔΟΣ'),
)
const read = ({ text }: LocatedWord) => readWord(text, 'en')
const bare = ({ form, stem }: IndexWord) => ({ form, stem })

describe('locateWords', () => {
  it('finds the words of the index', () => {
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (source) => {
        const [words = [], ...parts] = locateWords(normalise(source))
        const held = indexWords(source)
        const byForm = (a: IndexWord, b: IndexWord) => (a.form < b.form ? -1 : 1)
        expect(words.map(read).map(bare)).toEqual(held.text)
        expect(parts.flat().map(read).map(bare).toSorted(byForm)).toEqual(held.parts.toSorted(byForm))
      }),
      { numRuns: 500 },
    )
  })

  it('returns the range of each word', () => {
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (source) => {
        const text = normalise(source)
        let before = 0
        for (const { text: word, start, end } of locateWords(text)[0] ?? []) {
          expect(start).toBeGreaterThanOrEqual(before)
          expect(text.slice(start, end)).toBe(word)
          before = end
        }
      }),
    )
  })

  it('finds the parts of names and whole numbers', () => {
    const text = 'set jwtExpiry to 1,000.50'
    const placed = locateWords(text)
      .slice(1)
      .map((part) => part.map((word) => `${read(word).form}=${text.slice(word.start, word.end)}`))
    expect(placed).toContainEqual(['jwt=jwt', 'expiry=Expiry'])
    expect(placed).toContainEqual(['1000=1,000.50'])
  })
})

/** Characters that normalisation changes, removes or composes with their neighbours. */
const sourceUnit = fc.oneof(
  fc.constantFrom(...'a1 é数，Ａｶﾞ…①ﬁ한각ㄱ\u1100\u1161\u11a8\u0301\u00ad\u200d\u0640ำ🙂👩\ufe0f\ud800'),
  fc.constantFrom('e\u0301', 'a\u0328\u0301', '\u0e4d\u0e32', '\u{1d400}', '\u0344', '\ufdfa'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
)

describe('normaliseText', () => {
  it('normalises a text as `normalise` does', () => {
    fc.assert(
      fc.property(fc.string({ unit: sourceUnit, maxLength: 60 }), (text) => {
        expect(normaliseText(text).text).toBe(normalise(text))
      }),
      { numRuns: 1000 },
    )
  })

  it('maps every character to its source', () => {
    fc.assert(
      fc.property(fc.string({ unit: sourceUnit, maxLength: 40 }), (text) => {
        const normalised = normaliseText(text)
        let [index, before] = [0, 0]
        for (const character of normalised.text) {
          const start = normalised.sourceOf(index).start
          index += character.length
          const end = normalised.sourceOf(index - 1).end
          expect(start).toBeGreaterThanOrEqual(before)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
          expect(normalise(text.slice(start, end))).toContain(character)
          before = start
        }
      }),
    )
  })

  it('maps each character of plain texts to its own position', () => {
    const plain = fc.constantFrom(...'a1 é·–“数か。，Ａ～\u3000', '…')
    fc.assert(
      fc.property(fc.string({ unit: plain, maxLength: 20 }), (text) => {
        const { text: normal, sourceOf } = normaliseText(text)
        expect(normal).toBe(normalise(text))
        const places = text
          .split('')
          .flatMap((character, place) => Array(character === '…' ? 3 : 1).fill(place))
        expect(places.map((_, index) => sourceOf(index))).toEqual(
          places.map((start) => ({ start, end: start + 1 })),
        )
      }),
    )
  })

  it.each([
    ['a cafe\u0301 b', 'café', 'cafe\u0301'],
    ['数，ＡＢＣ。', 'ABC', 'ＡＢＣ'],
    ['soft\u00adware here', 'software', 'soft\u00adware'],
    ['die ﬁnale', 'finale', 'ﬁnale'],
    ['ｶﾞｽ', 'ガス', 'ｶﾞｽ'],
  ])('in %j, %j is %j', (source, word, written) => {
    const { text, sourceOf } = normaliseText(source)
    const index = text.indexOf(word)
    expect(source.slice(sourceOf(index).start, sourceOf(index + word.length - 1).end)).toBe(written)
  })
})
