import { describe, expect, it } from 'vitest'
import { knownLanguages, languageNamed, otherLanguages } from './language.js'

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

describe('knownLanguages', () => {
  it('keeps codes of stemmed languages, each once, and neither English nor anything else', () => {
    expect(knownLanguages(['fr', 'en', 'de', 'fr', 'pl', 'toString', ''])).toEqual(['fr', 'de'])
    expect(knownLanguages(otherLanguages)).toEqual(otherLanguages)
  })
})
