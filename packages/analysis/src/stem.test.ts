import { describe, expect, it } from 'vitest'
import { stemWord } from './stem.js'

describe('stemWord', () => {
  it.each([
    ['migration', 'migrat'],
    ['migrating', 'migrat'],
    ['migrations', 'migrat'],
    ['relational', 'relat'],
    ['ponies', 'poni'],
    ['caresses', 'caress'],
    ['hopping', 'hop'],
    ['is', 'is'],
    ['i18ns', 'i18ns'],
    ['e4042', 'e4042'],
    ['страницы', 'страницы'],
    ['数', '数'],
    ['', ''],
  ])('of the folded English word %j is %j', (word, stem) => {
    expect(stemWord(word)).toBe(stem)
  })

  it('leaves alone what is too long to be a word', () => {
    const long = `${'a'.repeat(70)}ing`
    expect(stemWord(long)).toBe(long)
  })

  it('begins as the word does', () => {
    for (const word of ['agreed', 'yes', 'sky', 'ionization', 'ties', 'ion']) {
      expect(word.startsWith(stemWord(word).slice(0, 2))).toBe(true)
    }
  })
})
