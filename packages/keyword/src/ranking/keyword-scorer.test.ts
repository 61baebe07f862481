import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QueryFeature, RankedTerm } from '@recallite/store/query'
import { anyTerm, anyWords, naiveCount, readList, vocabulary, wordsOf } from './__fixtures__/any-words.js'
import { inverseDocumentFrequency, lengthNorm, phraseFrequency, saturationAt } from './bm25.js'
import { type TermCounts, neededCounts } from './features.js'
import { createKeywordScorer, type KeywordScore } from './keyword-scorer.js'
import type { RankedWords } from './term-list.js'

/** The counts that a store returns for a collection, by definition. */
function countsOf(terms: readonly RankedTerm[], chunks: readonly RankedWords[]): TermCounts {
  const { queries, forms, prefixes } = neededCounts(terms)
  const length = chunks.reduce((sum, { text }) => sum + text.length, 0)
  return {
    chunks: chunks.length,
    meanLength: chunks.length > 0 ? length / chunks.length : 0,
    counts: queries.map((query) => chunks.filter((words) => naiveCount(query, words) > 0).length),
    formCounts: forms.map(
      (form) => chunks.filter((words) => naiveCount({ kind: 'form', form, stems: [] }, words) > 0).length,
    ),
    expansions: prefixes.map((prefix) => vocabulary.filter((stem) => stem.startsWith(prefix))),
  }
}

function scoresOf(terms: readonly RankedTerm[], chunks: readonly RankedWords[]): KeywordScore[] {
  const scorer = createKeywordScorer(terms, countsOf(terms, chunks))
  return chunks.map((words) => scorer.score(readList(words)))
}

function naiveRarity(feature: QueryFeature, chunks: readonly RankedWords[], size = chunks.length): number {
  const idf = (having: number) => Math.log(1 + (size - having + 0.5) / (having + 0.5))
  switch (feature.kind) {
    case 'pair':
    case 'place': {
      const each = feature.stems.map((stem) => naiveRarity({ kind: 'word', stem }, chunks, size))
      return Math.min(
        idf(0),
        each.reduce((sum, one) => sum + one, 0),
      )
    }
    case 'either':
      return Math.min(idf(0), ...feature.features.map((one) => naiveRarity(one, chunks, size)))
    default:
      return idf(chunks.filter((words) => naiveCount(feature, words) > 0).length)
  }
}

function naiveShare(feature: QueryFeature, words: RankedWords): number {
  const [typed] = feature.kind === 'either' ? feature.features : []
  return typed?.kind === 'either' && naiveCount(typed, words) === 0 ? 0.75 : 1
}

/** The documented formulas, with naive counts. */
function naiveScore(terms: readonly RankedTerm[], words: RankedWords, chunks: readonly RankedWords[]) {
  const mean = chunks.reduce((sum, { text }) => sum + text.length, 0) / chunks.length
  const norm = 1.2 * (1 - 0.75 + 0.75 * (mean > 0 ? words.text.length / mean : 1))
  let [bm25, found, total] = [0, 0, 0]
  for (const { feature, weight, isContentTerm } of terms) {
    const idf = naiveRarity(feature, chunks)
    const times = naiveCount(feature, words)
    bm25 += weight * idf * 2.2 * (times === Infinity ? 1 : times / (times + norm))
    const rarity = naiveRarity(feature, chunks, 100)
    found += isContentTerm && times > 0 ? naiveShare(feature, words) * Math.min(1, weight) * rarity : 0
    total += isContentTerm ? rarity : 0
  }
  return { bm25, coverage: total === 0 ? 0 : found / total }
}

const word = (stem: string) => ({ kind: 'word', stem }) as const
const term = (feature: QueryFeature, changes: Partial<RankedTerm> = {}): RankedTerm => {
  return { feature, weight: 1, isContentTerm: true, ...changes }
}

describe('scores of chunks', () => {
  it('match the formulas to nine digits for any terms and collection', () => {
    fc.assert(
      fc.property(
        fc.array(anyTerm, { maxLength: 6 }),
        fc.array(anyWords, { minLength: 1, maxLength: 8 }),
        (terms, chunks) => {
          for (const [index, { bm25, evidence }] of scoresOf(terms, chunks).entries()) {
            const { coverage } = evidence
            const expected = naiveScore(terms, chunks[index] ?? wordsOf(''), chunks)
            expect(Math.abs(bm25 - expected.bm25)).toBeLessThan(1e-9)
            expect(Math.abs(coverage - expected.coverage)).toBeLessThan(1e-9)
            expect(coverage >= 0 && coverage <= 1 + 1e-12 && bm25 >= 0).toBe(true)
          }
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('are explained by the terms with their idf', () => {
    const terms = [term(word('red')), term({ kind: 'pair', stems: ['red', 'light'] }, { weight: 0.5 })]
    const counts = { chunks: 9, meanLength: 4, counts: [2, 3], formCounts: [], expansions: [] }
    const red = Math.log(1 + 7.5 / 2.5)
    const pair = Math.min(red + Math.log(1 + 6.5 / 3.5), Math.log(1 + 9.5 / 0.5))
    expect(createKeywordScorer(terms, counts).terms).toEqual([
      { ...terms[0], idf: red },
      { ...terms[1], idf: pair },
    ])
  })

  it('are higher for more words, rarer words, more occurrences, shorter chunks, and text rather than parts', () => {
    const better = [
      [wordsOf('harbour light and night'), wordsOf('harbour walls and night')],
      [wordsOf('rare night'), wordsOf('common night')],
      [wordsOf('heron heron night'), wordsOf('heron alone night')],
      [wordsOf('osprey night'), wordsOf('osprey night and so on')],
      [wordsOf('tower quay'), wordsOf('tower night', { parts: 'quay' })],
      [wordsOf('wall', { place: 'docs guide' }), wordsOf('wall docs guide')],
    ]
    const features = ['harbour', 'light', 'rare', 'common', 'heron', 'osprey', 'quay'].map(word)
    const terms = [...features, { kind: 'place', stems: ['docs', 'guide'] } as const].map((one) => term(one))
    const scores = scoresOf(terms, [
      ...better.flat(),
      ...Array.from({ length: 9 }, () => wordsOf('common words')),
    ])
    for (const pair of better.keys()) {
      expect(scores[2 * pair]?.bm25).toBeGreaterThan(scores[2 * pair + 1]?.bm25 ?? Infinity)
    }
  })

  it('are 0 without terms, without words, and for terms that no chunk contains', () => {
    const none = {
      bm25: 0,
      evidence: { coverage: 0, information: 0, adjacency: 0, titled: 0, apart: 0, characters: 0, missing: 0 },
    }
    const lacking = { ...none, evidence: { ...none.evidence, missing: expect.closeTo(Math.log(6)) } }
    const chunks = [wordsOf('red'), wordsOf('')]
    expect(scoresOf([], chunks)).toEqual([none, none])
    expect(scoresOf([term(word('gone')), term({ kind: 'phrase', stems: [] })], chunks)).toEqual([
      lacking,
      lacking,
    ])
    expect(scoresOf([term({ kind: 'either', features: [] })], chunks)).toEqual([lacking, lacking])
    expect(scoresOf([term(word('red'))], [wordsOf('')])[0]?.evidence.coverage).toBe(0)
  })
})

describe('the required counts', () => {
  it('include every counted feature once, and each prefix', () => {
    const phrase = { kind: 'phrase', stems: ['a', 'b'] } as const
    const prefix = { kind: 'prefix', prefix: 're' } as const
    const features: QueryFeature[] = [
      word('a'),
      phrase,
      { kind: 'pair', stems: ['a', 'b'] },
      { kind: 'place', stems: ['c', 'a'] },
      { kind: 'form', form: 'as', stems: ['a'] },
      {
        kind: 'either',
        features: [
          { kind: 'form', form: 'as', stems: ['a'] },
          prefix,
          word('b'),
          { kind: 'either', features: [phrase, prefix] },
        ],
      },
    ]
    expect(neededCounts([...features, ...features].map((feature) => term(feature)))).toEqual({
      queries: [word('a'), phrase, word('b'), word('c'), prefix],
      forms: ['as'],
      prefixes: ['re'],
    })
    expect(neededCounts([])).toEqual({ queries: [], forms: [], prefixes: [] })
  })
})

describe('the parts of BM25', () => {
  it('never decrease for rarer words, more occurrences or shorter chunks', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), fc.nat(50), (chunks, having, times) => {
        const idf = inverseDocumentFrequency(chunks, having)
        expect(idf).toBeGreaterThan(0)
        expect(inverseDocumentFrequency(chunks, having + 1)).toBeLessThanOrEqual(idf)
        const at = (length: number, count: number) => saturationAt(count, lengthNorm(length, 10))
        expect(at(10, times + 1)).toBeGreaterThan(at(10, times))
        expect(at(20, times)).toBeLessThanOrEqual(at(10, times))
        expect(at(10, times)).toBeLessThan(at(99, Infinity))
        expect(at(0, Infinity)).toBe(2.2)
      }),
    )
    expect(phraseFrequency(100, [9, 9])).toBe(inverseDocumentFrequency(100, 0))
    expect(lengthNorm(7, 0)).toBe(lengthNorm(3, 3))
  })
})
