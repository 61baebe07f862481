import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldWord, stemWord } from '../word-forms.js'
import {
  stemmedLanguages,
  languageNamed,
  loadLanguages,
  type OtherLanguage,
  otherLanguages,
} from './language.js'

describe('languageNamed', () => {
  it.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE_ch', 'de'],
    ['de-Latn-DE-1996', 'de'],
    ['deu', 'de'],
    [' Deutsch ', 'de'],
    ['German', 'de'],
    ['Français', 'fr'],
    ['franc\u0327ais', 'fr'],
    ['pt-BR', 'pt'],
    ['nb', 'no'],
    ['nn-NO', 'no'],
    ['русский', 'ru'],
    ['en-GB', 'en'],
    ['pl', 'en'],
    ['zh-Hans', 'en'],
  ])('reads %j as %s', (name, language) => {
    expect(languageNamed(name)).toBe(language)
  })

  it.each(['', 'TypeScript', 'de AT', 'd', '__proto__', 'constructor', 'no idea', 'de-', '-de'])(
    'finds no language in %j',
    (name) => {
      expect(languageNamed(name)).toBeUndefined()
    },
  )
})

describe('stemmedLanguages', () => {
  it('keeps only codes of stemmed languages other than English, each once', () => {
    expect(stemmedLanguages(['fr', 'en', 'de', 'fr', 'pl', 'toString', ''])).toEqual(['fr', 'de'])
    expect(stemmedLanguages(otherLanguages)).toEqual(otherLanguages)
  })
})

await loadLanguages(otherLanguages)

/** Forms that people use for each other; those in one line have one stem. */
const inflections: Readonly<Record<OtherLanguage, readonly string[]>> = {
  da: ['møde møder mødes', 'beslutning beslutninger beslutningen', 'kontrakt kontrakten kontrakter'],
  de: [
    'Haus Hauses Häuser Häusern',
    'Vertrag Vertrages Verträge Verträgen',
    'Entscheidung Entscheidungen',
    'Straße Straßen Strasse',
    'unterschrieben unterschriebene unterschriebenen',
  ],
  es: ['canción canciones', 'decisión decisiones', 'contrato contratos', 'claro clara claramente'],
  fi: ['talo talossa taloissa talon', 'tietokanta tietokannan tietokannassa', 'sopimukset sopimuksen'],
  fr: [
    'décidé décidée décidés décider',
    'réunion réunions',
    'cheval chevaux',
    'contrat contrats',
    'sauvegarde sauvegardes sauvegardé',
  ],
  hu: ['ház házak házban házakban', 'szerződés szerződések szerződést szerződésben', 'könyv könyvek könyvet'],
  it: ['decisione decisioni', 'contratto contratti', 'veloce veloci velocemente', 'deciso decisa decisi'],
  nl: ['vergadering vergaderingen', 'besluit besluiten', 'overeenkomst overeenkomsten'],
  no: ['møte møter møtet møtene', 'beslutning beslutningen beslutninger', 'avtale avtaler avtalen'],
  pt: [
    'contrato contratos',
    'servidor servidores',
    'decidido decidida',
    'cópia cópias',
    'assinado assinados',
  ],
  ro: ['decizie decizia decizii deciziile', 'oraș orașul orașe', 'contract contractul contracte'],
  ru: ['решение решения решений решению', 'книга книги книгу', 'ёлка ёлки елки', 'новый новая новые'],
  sv: ['möte möten', 'beslut besluten', 'flicka flickor flickorna', 'avtal avtalen'],
  tr: ['ev evler evlerde', 'kitap kitaplar kitabı', 'sözleşme sözleşmeler sözleşmenin'],
}

describe.each(otherLanguages)('stems in %s', (language) => {
  it.each(inflections[language])('join %s', (line) => {
    const forms = line.split(' ')
    const stems = forms.map((form) => stemWord(form, language))
    expect(new Set(stems)).toEqual(new Set([stems[0]]))
    expect(stems[0]).toMatch(new RegExp(`^[^\\p{M}]{2,}ː${language}$`, 'u'))
  })

  it('are the folded word for other characters', () => {
    for (const word of ['i18n', '数', 'x', '', '42', 'ग', 'a'.repeat(65), 'é2é']) {
      expect(stemWord(word, language)).toBe(foldWord(word))
    }
  })

  it('distinguish words with different meanings', () => {
    const lines = inflections[language].map((line) => stemWord(line.split(' ')[0] ?? '', language))
    expect(new Set(lines).size).toBe(lines.length)
  })

  it('are a word without accents, for any word', () => {
    const word = fc.string({
      unit: fc.constantFrom(...'aeiouäöüéèêçñßøåæœőıșțбвгдеёийстыьнrstlnmkgdbcfhpvz'),
      minLength: 1,
    })
    fc.assert(
      fc.property(word, (text) => {
        const stem = stemWord(text, language)
        expect(stem).not.toBe('')
        expect(stem).toBe(foldWord(stem))
        expect(stem.startsWith('ː')).toBe(false)
      }),
    )
  })
})
