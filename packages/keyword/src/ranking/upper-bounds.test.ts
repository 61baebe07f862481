import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QueryFeature } from '@recallite/store/query'
import { anyTerm, anyWords, postingsOf, readList, vocabulary, wordsOf } from './__fixtures__/any-words.js'
import { inverseDocumentFrequency, lengthNorm } from './bm25.js'
import { neededCounts } from './features.js'
import { createKeywordScorer } from './keyword-scorer.js'
import { withImpacts } from './posting-list.js'
import type { RankedWords } from './term-list.js'
import { createUpperBounds, type UpperBounds } from './upper-bounds.js'

const expand = (prefix: string) => vocabulary.filter((stem) => stem.startsWith(prefix))

/** The closest bound of a chunk, and the sum over its lists. `rarities`: the idf of each list. */
function boundsOf(bounds: UpperBounds, words: RankedWords, norm: number) {
  const lists = bounds.lists.map((feature) =>
    withImpacts(postingsOf(feature, [words]), Float64Array.of(norm)),
  )
  const counts = Uint8Array.from(lists, (list) => list.counts[0] ?? 0)
  const positions = Int32Array.from(lists, (list) => list.positions[0] ?? 0)
  const weights = bounds.weights(lists.map((_, at) => at + 1))
  const sumOf = (factors: readonly number[]) =>
    lists.reduce((total, { impacts }, at) => total + (factors[at] ?? 0) * (impacts[0] ?? 0), 0)
  const postings = { counts, positions, from: 0, sum: sumOf(bounds.exactWeights) }
  return { close: bounds.boundOf(postings, norm), sum: sumOf(weights) }
}

describe('upper bounds', () => {
  it('are never lower than the scores, and the sum over the lists is never lower than the closest bound', () => {
    fc.assert(
      fc.property(fc.array(anyTerm, { maxLength: 6 }), anyWords, fc.nat(20), (terms, words, mean) => {
        const counts = { chunks: 9, meanLength: mean, counts: [2, 3, 0, 9], formCounts: [1, 2] }
        const expansions = neededCounts(terms).prefixes.map(expand)
        const scorer = createKeywordScorer(terms, { ...counts, expansions })
        const { close, sum } = boundsOf(createUpperBounds(scorer), words, lengthNorm(words.text.length, mean))
        const { bm25 } = scorer.score(readList(words))
        // Impacts are numbers of 32 bits.
        expect(close).toBeGreaterThanOrEqual(bm25 * (1 - 1e-6))
        expect(sum).toBeGreaterThanOrEqual(close * (1 - 1e-6))
      }),
      { numRuns: 2000 },
    )
  })

  it('equal the scores for words and paths', () => {
    const counts = { chunks: 9, meanLength: 5, counts: [2, 3], formCounts: [], expansions: [] }
    const features: QueryFeature[] = [
      { kind: 'word', stem: 'red' },
      { kind: 'place', stems: ['light', 'tower'] },
    ]
    const terms = features.map((feature) => ({ feature, weight: 0.5, isContentTerm: true }))
    const scorer = createKeywordScorer(terms, counts)
    for (const words of [
      wordsOf('red red light', { parts: 'red' }),
      wordsOf('tower', { place: 'light tower' }),
    ]) {
      const { close, sum } = boundsOf(createUpperBounds(scorer), words, lengthNorm(words.text.length, 5))
      const { bm25 } = scorer.score(readList(words))
      expect(bm25).toBeGreaterThan(0)
      for (const bound of [close, sum]) expect(bound / bm25).toBeCloseTo(1, 6)
    }
  })

  it('are valid for a form that the index lists outside of the text', () => {
    const feature = { kind: 'form', form: 'lights', stems: ['red', 'tower'] } as const
    const counts = { chunks: 9, meanLength: 5, counts: [], formCounts: [2], expansions: [] }
    const scorer = createKeywordScorer([{ feature, weight: 1, isContentTerm: true }], counts)
    const words = { ...wordsOf('', { parts: 'tower' }), text: [{ form: 'lights', stem: 'light' }] }
    const { close, sum } = boundsOf(createUpperBounds(scorer), words, lengthNorm(1, 5))
    const { bm25 } = scorer.score(readList(words))
    expect(bm25).toBeGreaterThan(0)
    for (const bound of [close, sum]) expect(bound).toBeGreaterThanOrEqual(bm25 * (1 - 1e-6))
  })

  it('divide the bound of a pair between its words by their rarity', () => {
    const pair = { kind: 'pair', stems: ['red', 'light'] } as const
    const terms = [{ feature: pair, weight: 1, isContentTerm: true, idf: 1 }]
    const bounds = createUpperBounds({ terms, expansions: new Map() })
    const [red = 0, light = 0] = [3, 9].map((having) => inverseDocumentFrequency(10, having))
    expect(bounds.weights([red, light])).toEqual([red / (red + light), light / (red + light)])
  })
})
