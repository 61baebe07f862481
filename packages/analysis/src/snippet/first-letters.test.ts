import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { otherLanguages } from '../languages/language.js'
import { samples } from '../languages/testing/samples.js'
import { normalise } from '../normalise.js'
import { scriptRuns } from '../script-runs.js'
import { wordsOf } from '../words.js'
import { firstLettersOf } from './first-letters.js'
import { readWord } from './wanted-words.js'
import { loadLanguages } from '../languages/load-languages.js'

await loadLanguages(otherLanguages)

const languages = ['en', ...otherLanguages] as const
const vocabulary = [
  ...languages.flatMap((language) => (language === 'en' ? [] : scriptRuns(normalise(samples[language])))),
  ...'aed aing ayed eyed ies sky ties running Notes bime leri ppoi tüv Éclair ß ǆ 数 デ 2026 ½ ﬁn I\u0307'.split(
    ' ',
  ),
]
const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzéßıйя数')
const ending = fc.constantFrom(...vocabulary.map((word) => word.slice(-4)))
const word = fc.oneof(
  fc.constantFrom(...vocabulary),
  fc.tuple(fc.string({ unit: letter, minLength: 1, maxLength: 2 }), ending).map((parts) => parts.join('')),
)

describe('firstLettersOf', () => {
  it.each(languages)('passes every word of a stem in %s', (language) => {
    fc.assert(
      fc.property(word, (source) => {
        for (const run of scriptRuns(normalise(source))) {
          const { stem } = readWord(run, language)
          expect(firstLettersOf([stem], language)(run), `${run} of ${stem}`).toBe(true)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['migrations', 'migrate', true],
    ['Migrations', 'migrate', true],
    ['mode', 'migrate', false],
    ['xmigrate', 'migrate', false],
    ['m', 'migrate', false],
    ['ayed', 'ai', true],
    ['数', '据', false],
    ['Ärger', 'argue', true],
  ])('of %j tells whether it begins as %j', (source, wanted, expected) => {
    const stems = wordsOf(wanted).flatMap(({ units }) => units.map(({ stem }) => stem))
    expect(firstLettersOf(stems, 'en')(source)).toBe(expected)
  })

  it('passes all where a stem is empty', () => {
    expect(firstLettersOf(['', 'a'], 'en')('b')).toBe(true)
  })
})
