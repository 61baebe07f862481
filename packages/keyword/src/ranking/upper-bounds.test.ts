import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ListedFeature, QueryFeature } from '@recallite/store/query'
import { anyTerm, anyWords, keptList, naiveCount, vocabulary, wordsOf } from './__fixtures__/any-words.js'
import { inverseDocumentFrequency, lengthNorm, saturationAt } from './bm25.js'
import { wantedCounts } from './features.js'
import { createKeywordScorer } from './keyword-scorer.js'
import { anyPosition, countless, positionBit } from './posting-list.js'
import { createScoreBounds, type ScoreBounds } from './score-bounds.js'
import type { RankedWords } from './term-list.js'

const expand = (prefix: string) => vocabulary.filter((stem) => stem.startsWith(prefix))
const isListed = () => true

function weighed(...features: readonly QueryFeature[]) {
  return features.map((feature) => ({ feature, weight: 1, isContentTerm: true, idf: 1 }))
}

/** How often an index says that a chunk has something in the text and beside it. */
function countsOf(feature: ListedFeature, words: RankedWords): { inText: number; beside: number } {
  const times = naiveCount(feature, words)
  if (feature.kind !== 'word') return { inText: times > 0 ? countless : 0, beside: 0 }
  const inText = words.text.filter(({ stem }) => stem === feature.stem).length
  return { inText: Math.min(inText, countless), beside: Math.min(2 * (times - inText), countless) }
}

/** What an index says of where they stand in the text. */
function positionsOf(lists: readonly ListedFeature[], { text }: RankedWords): Int32Array {
  return Int32Array.from(lists, (feature) => {
    if (feature.kind !== 'word') return anyPosition
    return text.reduce((bits, { stem }, at) => (stem === feature.stem ? bits | positionBit(at) : bits), 0)
  })
}

function boundOf(bounds: ScoreBounds, words: RankedWords, norm: number) {
  const counts = bounds.lists.map((feature) => countsOf(feature, words))
  const chunk = {
    from: 0,
    inText: Uint8Array.from(counts, ({ inText }) => inText),
    beside: Uint8Array.from(counts, ({ beside }) => beside),
    positions: positionsOf(bounds.lists, words),
  }
  const satisfied = counts.map(({ inText, beside }) =>
    saturationAt(inText === countless ? Infinity : inText + beside / 2, norm),
  )
  const add = (weights: readonly number[]) =>
    weights.reduce((total, weight, index) => total + weight * (satisfied[index] ?? 0), 0)
  const sum = add(bounds.weights)
  const others = add(bounds.weightsOfOthers(bounds.lists.map((_, index) => index)))
  const { unlisted } = bounds
  return {
    sum,
    whole: sum + bounds.boundOfOthers(chunk, norm) + unlisted,
    quick: sum + others + unlisted,
  }
}

describe('bounds of scores', () => {
  it('are never lower than the scores, whatever the terms and the chunk', () => {
    fc.assert(
      fc.property(fc.array(anyTerm, { maxLength: 6 }), anyWords, fc.nat(20), (terms, words, mean) => {
        const counts = {
          chunks: 9,
          meanLength: mean,
          counts: [2, 3, 0, 9],
          formCounts: [1, 2],
          expansions: [],
        }
        const expansions = wantedCounts(terms).prefixes.map(expand)
        const scorer = createKeywordScorer(terms, { ...counts, expansions })
        const norm = lengthNorm(words.text.length, mean)
        const bounds = createScoreBounds(scorer, isListed)
        const { whole, quick } = boundOf(bounds, words, norm)
        const { bm25 } = scorer.score(keptList(words))
        expect(whole).toBeGreaterThanOrEqual(bm25 - 1e-9)
        expect(quick).toBeGreaterThanOrEqual(whole - 1e-9)
      }),
      { numRuns: 2000 },
    )
  })

  it('are the scores of words and places', () => {
    const counts = { chunks: 9, meanLength: 5, counts: [2, 3], formCounts: [], expansions: [] }
    const features: QueryFeature[] = [
      { kind: 'word', stem: 'red' },
      { kind: 'place', stems: ['light', 'tower'] },
    ]
    const scorer = createKeywordScorer(
      features.map((feature) => ({ feature, weight: 0.5, isContentTerm: true })),
      counts,
    )
    const bounds = createScoreBounds(scorer, isListed)
    for (const words of [
      wordsOf('red red light', { parts: 'red' }),
      wordsOf('tower', { place: 'light tower' }),
    ]) {
      const { sum } = boundOf(bounds, words, lengthNorm(words.text.length, 5))
      expect(sum).toBeCloseTo(scorer.score(keptList(words)).bm25, 9)
      expect(sum).toBeGreaterThan(0)
    }
    expect(bounds.unlisted).toBe(0)
  })

  it('give a run to its words by how rare they are', () => {
    const terms = weighed({ kind: 'pair', stems: ['red', 'light'] })
    const bounds = createScoreBounds({ terms, expansions: new Map() }, isListed)
    const [red, light] = [3, 9].map((having) => inverseDocumentFrequency(10, having))
    const whole = (red ?? 0) + (light ?? 0)
    expect(bounds.weightsOfOthers([red ?? 0, light ?? 0])).toEqual([(red ?? 0) / whole, (light ?? 0) / whole])
    expect(bounds.weights).toEqual([0, 0])
  })

  it('hold for what an index cannot list, and for forms of such stems', () => {
    const terms = weighed({ kind: 'word', stem: 'A-B' }, { kind: 'form', form: 'a-b', stems: ['A-B'] })
    const bounds = createScoreBounds({ terms, expansions: new Map() }, (stem) => stem !== 'A-B')
    expect(bounds.lists).toEqual([])
    expect(bounds.unlisted).toBeCloseTo(4.4, 9)
  })
})
