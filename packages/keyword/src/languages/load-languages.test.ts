import { expect, it } from 'vitest'
import { stemWord } from '../word-forms.js'
import { loadLanguages } from './language.js'

function stemTold(word: string, language: 'de' | 'fr'): unknown {
  try {
    return stemWord(word, language)
  } catch (error) {
    return error instanceof TypeError ? error.message : error
  }
}

it('loads only the given languages', async () => {
  const missing = "The language de is not loaded. Await loadLanguages(['de']) first."
  expect(stemTold('häuser', 'de')).toBe(missing)
  await loadLanguages(['en', 'fr', 'xx', 'fr'])
  expect([stemTold('häuser', 'de'), stemTold('maisons', 'fr')]).toEqual([missing, 'maisonːfr'])
  await loadLanguages(['de', 'fr'])
  expect(stemTold('häuser', 'de')).toBe('hausːde')
})
