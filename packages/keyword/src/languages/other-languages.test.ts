import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QueryTree } from '@recallite/store/query'
import { parseQuery } from '../parse-query.js'
import { foldWord, stemWord } from '../word-forms.js'
import { indexWords, wordsOf } from '../words.js'
import { loadLanguages, type OtherLanguage, otherLanguages } from './language.js'
import { matchesTree } from '../testing/matches-tree.js'
import { samples } from './testing/samples.js'

await loadLanguages(otherLanguages)

const anyLanguage = fc.constantFrom(...otherLanguages)
const runsOf = (text: string) => text.split(/[\s,.]+/u).filter((run) => run !== '')
const anyRun = anyLanguage.chain((language) =>
  fc.record({ language: fc.constant(language), run: fc.constantFrom(...runsOf(samples[language])) }),
)

describe('indexWords in another language', () => {
  it('has the forms of English, its own stems, and both spellings where accents change the stem', () => {
    const { text, parts } = indexWords('Les décisions cassées, i18n 数 getHausName 1,000', 'fr')
    const forms = ['les', 'decisions', 'cassees', 'i18n', '数', 'gethausname', '1', '000']
    expect(text.map(({ form }) => form)).toEqual(forms)
    expect(text.map(({ stem }) => stem).slice(0, 5)).toEqual(['leːfr', 'decisːfr', 'cassːfr', 'i18n', '数'])
    expect(parts.map(({ stem }) => stem)).toEqual(
      ['getːfr', 'hausːfr', 'namːfr', '1000', 'cassːfr'].with(4, stemWord('cassees', 'fr')),
    )
  })

  it('has the same forms as in English, for any text', () => {
    const formsOf = (text: string, language?: OtherLanguage) =>
      indexWords(text, language).text.map(({ form }) => form)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), anyLanguage, (text, language) => {
        expect(formsOf(text, language)).toEqual(formsOf(text))
        expect(wordsOf(text, language).map((word) => word.text)).toEqual(
          wordsOf(text).map((word) => word.text),
        )
      }),
    )
  })
})

describe('parseQuery for other languages', () => {
  const treeOf = (text: string, ...languages: string[]): QueryTree | null =>
    parseQuery(text, { languages }).tree

  it('searches for a word by its stem in each, and scores them as one', () => {
    const { tree, scoring, terms } = parseQuery('Häuser', { languages: ['de', 'sv'] })
    const features = [
      { kind: 'word', stem: 'hauser' },
      { kind: 'word', stem: 'hausːde' },
      { kind: 'word', stem: 'hausːsv' },
    ]
    expect(tree).toEqual({ kind: 'any', parts: features })
    expect(scoring).toEqual([
      {
        feature: { kind: 'either', features },
        weight: 1,
        isContentTerm: true,
      },
      {
        feature: { kind: 'form', form: 'hauser', stems: ['hauser', 'hausːde', 'hausːsv'] },
        weight: 0.25,
        isContentTerm: false,
      },
    ])
    expect(terms).toEqual([{ words: [{ form: 'hauser', stem: 'hauser' }] }])
  })

  it('also searches for a word by its stem without accents', () => {
    expect(treeOf('cassées', 'fr')).toEqual({
      kind: 'any',
      parts: [
        { kind: 'word', stem: stemWord('cassees') },
        { kind: 'word', stem: 'cassːfr' },
        { kind: 'word', stem: stemWord('cassees', 'fr') },
      ],
    })
    expect(treeOf('cassees', 'fr')).not.toEqual(treeOf('cassées', 'fr'))
  })

  it('includes the stems of a form in a text, with and without accents', () => {
    const texts = {
      fr: 'Les portes cassées étaient déjà réparées hier',
      de: 'Häuser mit größeren Türen',
    } as const
    for (const [language, text] of Object.entries(texts) as ['fr' | 'de', string][]) {
      const { text: units, parts } = indexWords(text, language)
      for (const { form, stem } of units) {
        const { scoring } = parseQuery(form, { languages: ['de', 'fr'] })
        const stems = new Set(
          scoring.flatMap(({ feature }) => (feature.kind === 'form' ? feature.stems : [])),
        )
        const inParts = parts.map((part) => part.stem)
        expect([stem, ...inParts].some((one) => stems.has(one))).toBe(true)
      }
    }
  })

  it('keeps the words of a phrase in one language', () => {
    expect(treeOf('"neue Verträge"', 'de')).toEqual({
      kind: 'any',
      parts: [
        { kind: 'phrase', stems: ['neue', 'vertrag'] },
        { kind: 'phrase', stems: ['neuːde', 'vertragːde'] },
      ],
    })
  })

  it('searches for pairs, names and prefixes in each language', () => {
    const { scoring } = parseQuery('neue Verträge', { languages: ['de'] })
    expect(scoring.find(({ feature }) => JSON.stringify(feature).includes('pair'))?.feature).toEqual({
      kind: 'either',
      features: [
        { kind: 'pair', stems: ['neue', 'vertrag'] },
        { kind: 'pair', stems: ['neuːde', 'vertragːde'] },
      ],
    })
    expect(treeOf('Kündigung*', 'de')).toEqual({
      kind: 'any',
      parts: [
        { kind: 'prefix', prefix: 'kundigung' },
        { kind: 'word', stem: 'kundigung' },
        { kind: 'word', stem: 'kundigːde' },
      ],
    })
    expect(JSON.stringify(treeOf('kunden_namen', 'de'))).toContain(
      '{"kind":"phrase","stems":["kundːde","namːde"]}',
    )
  })

  it('searches once for a stem that is the same in every language', () => {
    expect(treeOf('王伟 42', 'de', 'fr')).toEqual(treeOf('王伟 42'))
  })

  it('equals English without other languages, or with only unknown ones', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      anyRun.map(({ run }) => `${run} "${run} notes" -${run} ${run}*`),
    )
    fc.assert(
      fc.property(text, (question) => {
        const english = parseQuery(question)
        expect(parseQuery(question, {})).toEqual(english)
        expect(parseQuery(question, { languages: ['en', 'pl', 'constructor'] })).toEqual(english)
      }),
    )
  })

  it('limits each word of a long question in many languages to its share', () => {
    const { tree, scoring } = parseQuery(Object.values(samples).join(' '), { languages: otherLanguages })
    expect(tree?.kind === 'any' && tree.parts.length).toBe(256)
    expect(scoring.length).toBeLessThanOrEqual(256)
  })

  it('finds every text by each of its words, with or without accents, together with other languages', () => {
    fc.assert(
      fc.property(anyRun, fc.subarray([...otherLanguages]), ({ language, run }, others) => {
        const held = indexWords(samples[language], language)
        const options = { languages: [...others, language] }
        expect(matchesTree(parseQuery(run, options).tree, held)).toBe(true)
        expect(matchesTree(parseQuery(foldWord(run.normalize('NFC')), options).tree, held)).toBe(true)
        // One letter with a star is a name, such as A*.
        expect(run.length === 1 || matchesTree(parseQuery(`${run}*`, options).tree, held)).toBe(true)
        const { required, tree } = parseQuery(`"${run}" AND ${run}`, options)
        expect(matchesTree(required ?? tree, held)).toBe(true)
      }),
    )
  })

  it('finds every run of words of a text as a phrase', () => {
    fc.assert(
      fc.property(anyLanguage, fc.nat(), (language, at) => {
        const words = wordsOf(samples[language]).map(({ text }) => text)
        const sentence = samples[language].replaceAll(/["\s]+/gu, ' ')
        const start = sentence.indexOf(' ', at % (sentence.length - 60)) + 1
        const phrase = sentence.slice(start, sentence.indexOf(' ', start + 30))
        expect(words.length).toBeGreaterThan(20)
        expect(matchesTree(treeOf(`"${phrase}"`, language), indexWords(samples[language], language))).toBe(
          true,
        )
      }),
    )
  })

  it('finds texts whose writers left accents out', () => {
    fc.assert(
      fc.property(anyRun, ({ language, run }) => {
        const held = indexWords(foldWord(samples[language]), language)
        expect(matchesTree(treeOf(run, language), held)).toBe(true)
      }),
    )
  })

  it('finds nothing in English texts that the English question does not', () => {
    const english = indexWords(
      'This is not what the cars in the plan sat for; he had a bit of tap water, a pin, a file.',
    )
    for (const question of ['notes', 'cares', 'planes', 'sites', 'bites', 'tapes', 'pines', 'filing']) {
      const { tree } = parseQuery(question, { languages: otherLanguages })
      expect(matchesTree(tree, english)).toBe(matchesTree(parseQuery(question).tree, english))
    }
  })
})
