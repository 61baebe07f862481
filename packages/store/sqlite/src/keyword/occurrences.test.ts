import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChunkWords, IndexWord, KeywordFeature } from '@recallite/store'
import { anyChunkWords, anyFeature } from '../__fixtures__/any-words.js'
import { wordsOf } from '../__fixtures__/samples.js'
import { createOccurrenceCounter } from './occurrences.js'
import { decodeNumbers, encodeWordList, readWordList } from './word-list.js'

const vocabulary = ['red', 'reda', 'light', '漢', '字', 'tower']
const expand = (prefix: string) => vocabulary.filter((stem) => stem.startsWith(prefix))

function countBy(features: readonly KeywordFeature[], chunks: readonly ChunkWords[]): (readonly number[])[] {
  const count = createOccurrenceCounter(features, expand)
  return chunks.map((words) => {
    const numbers = decodeNumbers(encodeWordList(words))
    return count(readWordList(numbers, [0, numbers.length]))
  })
}

function runsIn(words: readonly IndexWord[], stems: readonly string[]): number {
  const starts = [...words.keys()].filter((start) =>
    stems.every((stem, index) => words[start + index]?.stem === stem),
  )
  return stems.length === 0 ? 0 : starts.length
}

/** The definition, one word after the other. */
function naiveCount(feature: KeywordFeature, { text, parts, place }: ChunkWords): number {
  const weigh = (isMeant: (word: IndexWord) => boolean) =>
    text.filter(isMeant).length + [...parts, ...place].filter(isMeant).length / 2
  switch (feature.kind) {
    case 'word':
      return weigh(({ stem }) => stem === feature.stem)
    case 'prefix':
      return weigh(({ stem }) => stem.startsWith(feature.prefix))
    case 'form':
      return text.filter(({ form }) => form === feature.form).length
    case 'phrase':
      return runsIn(text, feature.stems) + runsIn(parts, feature.stems) / 2
    case 'pair':
      return runsIn(text, feature.stems)
    case 'place':
      return runsIn(place, feature.stems) > 0 ? Infinity : 0
    case 'either':
      return feature.features
        .map((one) => naiveCount(one, { text, parts, place }))
        .reduce((a, b) => Math.max(a, b), 0)
  }
}

describe('occurrences', () => {
  it('are those of the definition, for all features and chunks at once', () => {
    fc.assert(
      fc.property(
        fc.array(anyFeature, { maxLength: 6 }),
        fc.array(anyChunkWords, { maxLength: 4 }),
        (features, chunks) => {
          const expected = chunks.map((words) => features.map((feature) => naiveCount(feature, words)))
          expect(countBy(features, chunks)).toEqual(expected)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('of words side by side never reach from text into parts or place', () => {
    const words = wordsOf('a b', { parts: 'c d', place: 'e f' })
    const runs = ['a b', 'b c', 'c d', 'd e', 'e f', 'f a'].map((text) => text.split(' ') as [string, string])
    const phrases = runs.map((stems) => ({ kind: 'phrase', stems }) as const)
    const places = runs.map((stems) => ({ kind: 'place', stems }) as const)
    const pairs = runs.map((stems) => ({ kind: 'pair', stems }) as const)
    expect(countBy(phrases, [words])).toEqual([[1, 0, 0.5, 0, 0, 0]])
    expect(countBy(places, [words])).toEqual([[0, 0, 0, 0, Infinity, 0]])
    expect(countBy(pairs, [words])).toEqual([[1, 0, 0, 0, 0, 0]])
  })

  it('of words side by side overlap', () => {
    const phrase = { kind: 'phrase', stems: ['a', 'a'] } as const
    expect(countBy([phrase], [wordsOf('a a a b a')])).toEqual([[2]])
  })

  it('are counted anew for each chunk', () => {
    const word = { kind: 'word', stem: 'a' } as const
    expect(countBy([word], [wordsOf('a a'), wordsOf(''), wordsOf('b a')])).toEqual([[2], [0], [1]])
  })
})
