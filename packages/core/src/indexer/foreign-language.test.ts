import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { notesFolder } from '../__fixtures__/notes-folder.js'
import { foreignLanguage } from './foreign-language.js'

const english = 'The keeper counts the ships that pass before the storm, and writes them into the book.'
const german = 'Der Wärter zählt die Schiffe, die vor dem Sturm vorbeifahren, und schreibt sie in das Buch.'
const chinese = '灯塔看守人在暴风雨来临之前数过往的船只，并把它们写进书里。'
const greek = 'Ο φύλακας μετράει τα πλοία που περνούν πριν από την καταιγίδα.'

it.each([
  ['only English', [english, english], undefined],
  ['mostly English', [english, english, german], undefined],
  ['half English', [english, german], undefined],
  ['German', [german, german, english], 'German'],
  ['Chinese, with code', [`${chinese}\n\n\`\`\`\nconst a = 1\n\`\`\`\n`], 'Han script'],
  ['Greek', [greek], 'another script than Latin'],
  ['mostly German, with others', [chinese, german, german, english], 'German'],
  ['nothing', [], undefined],
  ['no letters', ['1, 2, 3'], undefined],
])('names the language of %s notes', async (_, texts, expected) => {
  const path = notesFolder(Object.fromEntries(texts.map((text, index) => [`${index}.md`, text])))
  expect(await foreignLanguage([{ path }])).toBe(expected)
})

it('samples all folders evenly, and leaves out files and folders that cannot be read', async () => {
  const many = Array.from({ length: 120 }, (_, index) => [`${index}.md`, index < 40 ? english : german])
  const path = notesFolder({ ...Object.fromEntries(many), 'locked/a.md': english, 'b.md': 'x' })
  chmodSync(join(path, 'b.md'), 0)
  chmodSync(join(path, 'locked'), 0)
  const roots = [{ path }, { path: join(path, 'nowhere') }]
  expect(await foreignLanguage(roots)).toBe('German')
  chmodSync(join(path, 'locked'), 0o700)
})
