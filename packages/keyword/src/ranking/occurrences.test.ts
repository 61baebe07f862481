import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QueryFeature } from '@recallite/store/query'
import { anyFeature, anyWords, naiveCount, readList, vocabulary, wordsOf } from './__fixtures__/any-words.js'
import { createOccurrenceCounter } from './occurrences.js'
import type { RankedWords } from './term-list.js'

const expand = (prefix: string) => vocabulary.filter((stem) => stem.startsWith(prefix))

function countBy(features: readonly QueryFeature[], chunks: readonly RankedWords[]): (readonly number[])[] {
  const count = createOccurrenceCounter(features, expand)
  return chunks.map((words) => [...count(readList(words)).counts])
}

describe('occurrences', () => {
  it('match the definition, for all features and chunks at once', () => {
    fc.assert(
      fc.property(
        fc.array(anyFeature, { maxLength: 6 }),
        fc.array(anyWords, { maxLength: 4 }),
        (features, chunks) => {
          const expected = chunks.map((words) => features.map((feature) => naiveCount(feature, words)))
          expect(countBy(features, chunks)).toEqual(expected)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('of adjacent words overlap, and never extend from text into parts or path', () => {
    const chunks = [wordsOf('a b', { parts: 'c d', place: 'e f' }), wordsOf('a a a b a')]
    const runs = ['a b', 'b c', 'c d', 'd e', 'e f', 'f a', 'a a'].map((text) => text.split(' '))
    const phrases = runs.map((stems) => ({ kind: 'phrase', stems }) as const)
    const pairs = runs.map(([one = '', other = '']) => ({ kind: 'pair', stems: [one, other] }) as const)
    const places = runs.map((stems) => ({ kind: 'place', stems }) as const)
    expect(countBy(phrases, chunks)).toEqual([
      [1, 0, 0.5, 0, 0, 0, 0],
      [1, 0, 0, 0, 0, 0, 2],
    ])
    expect(countBy(pairs, chunks)).toEqual([
      [1, 0, 0, 0, 0, 0, 0],
      [1, 0, 0, 0, 0, 0, 2],
    ])
    expect(countBy(places, chunks)).toEqual([
      [0, 0, 0, 0, Infinity, 0, 0],
      [0, 0, 0, 0, 0, 0, 0],
    ])
  })

  it('are counted for thousands of words at once, even if their hashes share the last bits', () => {
    const words = Array.from({ length: 6000 }, (_, number) => `w${number}`)
    const features = words.slice(0, 5000).map((stem): QueryFeature => ({ kind: 'word', stem }))
    const [counts = []] = countBy(features, [
      wordsOf(words.filter((_, number) => number % 3 === 0).join(' ')),
    ])
    expect(counts).toEqual(features.map((_, number) => (number % 3 === 0 ? 1 : 0)))
  })
})
