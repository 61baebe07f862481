import { describe, expect, it } from 'vitest'
import type { ReadItem } from './ranked-items.js'
import { isLinksOnly, wordsIn } from './read-text.js'
import { repeats as repeatsItem } from './similar-texts.js'
import { noWords } from '../confidence.js'

/** An item with this text, by default in a separate file. */
function readItem(text: string, locator: Partial<ReadItem['item']['locator']> = {}): ReadItem {
  const id = `${text}${JSON.stringify(locator)}`
  const lines = { startLine: 1, endLine: text.split('\n').length, startColumn: null, endColumn: null }
  const fused = { id, score: 1, contributions: [] }
  const scores = { fused, confidence: 1, confidenceInputs: { ...noWords, cosine: null, coverage: 1 } }
  const place = { root: 'notes', path: id, ...lines, ...locator }
  const item = {
    id,
    text,
    locator: place,
    attributes: { title: '', heading: [], isSecret: false, metadata: {} },
    time: null,
  }
  return { id, kind: 'file', ...scores, item: { kind: 'chunk', ...item } }
}

const thirtyWords = Array.from(
  { length: 30 },
  (_, index) => `word${'abcdefghij'[index % 10]}${'xyz'[index % 3]}`,
)

function repeats(text: string, better: string): boolean {
  return repeatsItem(readItem(text), readItem(better, { path: 'other.md' }))
}

function repeatsLines(inner: Partial<ReadItem['item']['locator']>, outer: typeof inner): boolean {
  const [a, b] = [inner, outer].map((span) => readItem(JSON.stringify(span), { path: 'one.md', ...span }))
  return a !== undefined && b !== undefined && repeatsItem(a, b)
}

describe('a duplicate', () => {
  it('if its text is the same apart from markup', () => {
    const text = thirtyWords.join(' ')
    expect(repeats(text, text)).toBe(true)
    expect(repeats(`> **${text}**\n`, text)).toBe(true)
    expect(repeats(text, thirtyWords.toReversed().join(' '))).toBe(false)
  })

  it('if nine of ten shingles are the same: a word at the end of thirty changes one of 28', () => {
    const changed = (count: number) =>
      [...thirtyWords.slice(0, 30 - count), ...Array(count).fill('else')].join(' ')
    const original = thirtyWords.join(' ')
    // 27 of 29 and 26 of 30 shingles are the same.
    expect([repeats(changed(1), original), repeats(changed(2), original)]).toEqual([
      27 / 29 >= 0.9,
      26 / 30 >= 0.9,
    ])
  })

  it('not if a number, sign or negation differs, nor if the texts are short', () => {
    const text = thirtyWords.join(' ')
    expect(repeats(`${text} 1.2`, `${text} 1.2`)).toBe(true)
    for (const [one, other] of ['1.2 1.3', '✅ ❌', '-5 5', 'x>y x<y', 'O+ O-'].map((pair) =>
      pair.split(' '),
    ))
      expect([one, repeats(`${text} ${one}`, `${text} ${other}`)]).toEqual([one, false])
    expect(repeats(`${text} ${text} not`, `${text} ${text}`)).toBe(false)
    expect(repeats('Status: active', 'Status: active')).toBe(false)
  })

  it('in scripts without spaces too', () => {
    const text = '项目的数据库每天晚上备份到另一台机器上，备份保留三十天，之后自动删除。'
    expect(repeats(text, text)).toBe(true)
    expect(repeats(text.replace('三十天', '九十年'), text)).toBe(false)
  })

  it('if nine of ten of its lines are lines of the better one, not the other way round', () => {
    const [whole, part] = [
      { startLine: 1, endLine: 40 },
      { startLine: 32, endLine: 41 },
    ]
    expect(repeatsLines(part, whole)).toBe(true)
    expect(repeatsLines({ ...part, endLine: 42 }, whole)).toBe(false)
    expect(repeatsLines(whole, part)).toBe(false)
    expect(repeatsLines({ ...part, path: 'two.md' }, whole)).toBe(false)
  })

  it('in parts of one line only if it is completely inside', () => {
    const piece = (startColumn: number, endColumn: number) => ({
      startLine: 1,
      endLine: 1,
      startColumn,
      endColumn,
    })
    expect(repeatsLines(piece(400, 700), piece(1, 500))).toBe(false)
    expect(repeatsLines(piece(400, 500), piece(1, 500))).toBe(true)
  })
})

describe('words', () => {
  it('are runs of letters, marks and digits in lower case; characters in scripts without spaces', () => {
    expect(wordsIn('The "JWT_Expiry" is 900 s: naïve.')).toEqual([
      'the',
      'jwt',
      'expiry',
      'is',
      '900',
      's',
      'naïve',
    ])
    expect(wordsIn('字典 book')).toEqual(['字', '典', 'book'])
  })
})

it.each([
  ['# Contents\n\n- [One](one.md)\n  * [Two](<two three.md> "title")\n', true],
  ['1. [[note|Note]]\n2. ![image](a.png)\n3. <https://example.com>\n4. [text][reference]', true],
  ['Introduction ........ 3\nThe harbour ........ 12', true],
  ['| [One](one.md) | [Two](two.md) |\n| --- | --- |', true],
  ['- [One](one.md): what the harbour asks for', false],
  ['See [One](one.md)', false],
  ['港口：[一](one.md)', false],
  ['# Only a heading', false],
  ['12 · 13', false],
])('for %j is %s', (text, expected) => {
  expect(isLinksOnly(text)).toBe(expected)
})
