import { describe, expect, it } from 'vitest'
import { createLexicon } from './languages/lexicon.js'
import { readBare, type Reading, readJoined, readPairs, readPhrase } from './read-words.js'
import { showTree } from './testing/show-tree.js'

const lexicon = createLexicon('', [])
const isContentTerm = (text: string) => !['the', 'of', 'a', 'to'].includes(text)
const stub = { ...lexicon, isContentTerm: ({ text }: { readonly text: string }) => isContentTerm(text) }

const parts = (readings: readonly Reading[]) => [
  ...new Set(readings.flatMap((reading) => reading.parts.map((part) => showTree(part)))),
]

const beside = (scoring: Reading['scoring']) =>
  scoring.filter(({ weight }) => weight > 0 && weight < 1).map(({ feature }) => showTree(feature))

describe('readBare', () => {
  it.each([
    ['of', []],
    ['rotate-the-keys', ['rotat', 'kei', '"rotat the kei"']],
    ['end-of', ['end']],
    ['OUT_OF', ['out', '"out of"']],
    ['utf8', ['utf8', '"utf 8"', 'utf']],
  ])('reads %j as %j', (text, trees) => {
    expect(parts(readBare(text, stub))).toEqual(trees)
  })

  it('omits words that are too long to be typed', () => {
    expect(parts(readBare('x'.repeat(300), stub))).toEqual([])
    expect(
      parts(readBare(Array.from({ length: 33 }, (_, index) => `n${index}`).join('-'), stub)),
    ).toHaveLength(33)
  })
})

describe('readPhrase', () => {
  it('keeps stop words, in every script', () => {
    expect(parts([readPhrase('the key of 王伟', stub)])).toEqual(['"the kei of 王 伟"'])
    expect(parts([readPhrase('keys', stub)])).toEqual(['kei'])
  })

  it('is nothing without words', () => {
    expect(readPhrase('— !', stub)).toEqual({ terms: [], parts: [], scoring: [] })
  })

  it('ends after the maximum of words', () => {
    const [tree] = readPhrase('a '.repeat(1_000), stub).parts
    expect(tree?.kind === 'phrase' && tree.stems.length).toBe(256)
  })
})

describe('readPairs', () => {
  it.each([
    ['rotate jwt keys', ['<rotat jwt>', '<jwt kei>']],
    ['rotation of the keys', []],
    ['备份 keys', ['<份 kei>']],
    ['数据库', ['<据 库>']],
    ['keys key', []],
    ['keys', []],
  ])('pairs of %j: %j', (text, pairs) => {
    const scoring = readPairs(text, stub)
    expect(beside(scoring)).toEqual(pairs)
    for (const { isContentTerm: expected } of scoring) expect(expected).toBe(false)
  })
})

function joined(text: string): string[] {
  return readJoined(text, createLexicon(text, [])).map(({ feature }) => showTree(feature))
}

describe('readJoined', () => {
  it.each([
    ['max concurrent processes', ['maxconcurr', 'maxconcurrentprocess', 'concurrentprocess']],
    ['update age on has', ['updateag', 'updateageon', 'updateageonha']],
    ['get the value', ['getthevalu']],
    ['what is it', []],
    ['ab cd', []],
    ['one', []],
    ['数据库 迁移', []],
    ['read src/lib.ts now', []],
    ['', []],
  ])('%j', (text, names) => expect(joined(text)).toEqual(names))

  it('does not read long queries as names', () => {
    expect(joined(Array.from({ length: 9 }, (_, place) => `word${place}`).join(' '))).toEqual([])
  })
})
