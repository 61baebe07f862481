import { readFileSync } from 'node:fs'
import { sharedFile } from '@recallite/test-kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { functionWords, isStopWord } from '../stop-words.js'
import { foldWord } from '../word-forms.js'
import { isEnglishHomograph, languageOf } from './language-of.js'
import { otherLanguages } from './language.js'
import { samples } from './testing/samples.js'

describe('languageOf', () => {
  it.each(otherLanguages)('detects a note in %s with English code, names and addresses', (language) => {
    const code = 'if (the.value === this.was) return the.other // so that it is not what it was\n'.repeat(20)
    const text = `# The README of recallite\n\n${samples[language]}\n\n\`\`\`ts\n${code}\`\`\`\n\nhttps://example.org/what/is/this`
    expect(languageOf(text)).toBe(language)
    expect(languageOf(text.normalize('NFD'))).toBe(language)
  })

  it.each([
    ['nothing', ''],
    ['one word', 'Sicherungskopien'],
    ['a list', '- Milch\n- Brot\n- Butter'],
    [
      'English',
      'We have decided that the backups are to be kept on the new server, as it was with the old ones.',
    ],
    [
      'English that quotes',
      'The sign said "Die Tür ist nicht für den Verkehr" and he had to ask what it was that they wanted him to do there.',
    ],
    [
      'English with German words',
      'the man was in a hat, so he will die in the war, also at the bar: am I under it?',
    ],
    [
      'code',
      'def parse(op, i, n):\n    for word in sum(i): op = word[i]; yield num(op, var) if i in n else None\n',
    ],
    [
      'code with a Spanish comment',
      'def open_all(self):\n    """Se asegura de que un archivo exista para los demás."""\n    return self._open(all_files) == os.path.exists(self._path)',
    ],
    ['names', 'El Paso, Los Angeles, La Jolla, Las Vegas, De La Cruz'],
    [
      'Latin',
      'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.',
    ],
    [
      'Polish',
      'Zdecydowaliśmy, że kopie zapasowe będą przechowywane na nowym serwerze, ponieważ umowy nie zostały jeszcze podpisane.',
    ],
    [
      'Ukrainian',
      'Ми вирішили, що резервні копії будуть на новому сервері, бо договори ще не підписані і не всі про це знають.',
    ],
    [
      'Chinese with German names',
      '德国的 Bund für Umwelt und Naturschutz 是一个环境保护与生态保育的非营利组织，于一九七五年成立，总部在柏林，名称曾经更改。',
    ],
    ['Japanese', 'バックアップは新しいサーバーに保存することに決めました。'],
  ])('treats %s as English', (_, text) => {
    expect(languageOf(text)).toBe('en')
  })

  it('prefers front matter to the text', () => {
    expect(languageOf(samples.de, { lang: 'fr-CA' })).toBe('fr')
    expect(languageOf(samples.de, { language: 'English' })).toBe('en')
    expect(languageOf('Brot', { lang: 'de' })).toBe('de')
    expect(languageOf(samples.de, { lang: 'pl' })).toBe('en')
  })

  it('ignores front matter that names no language', () => {
    expect(languageOf(samples.de, { lang: ['de', 'fr'], language: 'TypeScript' })).toBe('de')
    expect(languageOf(samples.de, { lang: 3, language: null })).toBe('de')
    expect(languageOf(samples.fi, { lang: '', language: 'sv' })).toBe('sv')
  })

  it('depends on the beginning of long texts', () => {
    expect(languageOf(`${samples.de.repeat(200)}${'and so it is with the others. '.repeat(9_000)}`)).toBe(
      'de',
    )
  })

  it('accepts any string, with the same result each time', () => {
    const pieces = fc.constantFrom(
      ...Object.values(samples),
      '```',
      '~~~\n',
      '`',
      'http://',
      '\ud800',
      'und ',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces).map((all) => all.join(' ')),
    )
    fc.assert(
      fc.property(text, (source) => {
        const language = languageOf(source)
        expect(['en', ...otherLanguages]).toContain(language)
        expect(languageOf(source)).toBe(language)
      }),
    )
  })
})

const collections = [
  'anthropic-docs',
  'cacm',
  'cisi',
  'cosqa',
  'cranfield',
  'gbrain-world',
  'locomo',
  'locomo-turns',
]

describe.each(collections)('the documents of %s', (collection) => {
  const corpus = sharedFile(`data/${collection}/corpus.jsonl`)

  it.skipIf(!corpus)('are all English', () => {
    const lines = readFileSync(corpus ?? '', 'utf8')
      .trim()
      .split('\n')
    expect(lines.length).toBeGreaterThan(100)
    const others = lines.flatMap((line) => {
      const { id, title = '', text } = JSON.parse(line) as { id: string; title?: string; text: string }
      const language = languageOf(`${title}\n\n${text}`)
      return language === 'en' ? [] : [`${id}: ${language}`]
    })
    expect(others).toEqual([])
  })
})

it('excludes function words of English from those of other languages', () => {
  const words = new Set(
    otherLanguages.flatMap((language) => functionWords(language).flatMap((word) => [word, foldWord(word)])),
  )
  const homographs = [...words].filter(isEnglishHomograph)
  expect(homographs.length).toBeGreaterThan(80)
  expect(homographs).toEqual(expect.arrayContaining(['die', 'word', 'fur', 'man']))
  expect(homographs.filter((word) => isStopWord(word))).toEqual([])
  for (const word of ['für', 'der', 'la', 'un', 'the', 'was']) expect(isEnglishHomograph(word)).toBe(false)
})

it.each(otherLanguages)('leaves most function words of %s for detection', (language) => {
  const words = functionWords(language)
  expect(words.length).toBeGreaterThan(140)
  expect(new Set(words).size).toBe(words.length)
  expect(words.filter(isEnglishHomograph).length).toBeLessThan(words.length / 5)
})
