import { expect, it } from 'vitest'
import { foldWord } from '../fold.js'
import { functionWords, isStopWord } from '../stop-words/stop-words.js'
import { isEnglishHomograph } from './english-homographs.js'
import { otherLanguages } from './language.js'

it('has function words of other languages that are no function words of English', () => {
  const words = new Set(
    otherLanguages.flatMap((language) => functionWords(language).flatMap((word) => [word, foldWord(word)])),
  )
  const homographs = [...words].filter(isEnglishHomograph)
  expect(homographs.length).toBeGreaterThan(80)
  expect(homographs).toEqual(expect.arrayContaining(['die', 'word', 'fur', 'man']))
  expect(homographs.filter((word) => isStopWord(word))).toEqual([])
  for (const word of ['für', 'der', 'la', 'un', 'the', 'was']) expect(isEnglishHomograph(word)).toBe(false)
})

it.each(otherLanguages)('leaves most function words of %s to tell it by', (language) => {
  const words = functionWords(language)
  expect(words.length).toBeGreaterThan(140)
  expect(new Set(words).size).toBe(words.length)
  expect(words.filter(isEnglishHomograph).length).toBeLessThan(words.length / 5)
})
