import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RankedTerm } from '@recallite/store/query'
import { anyTerm, anyWords, postingsOf, readList, vocabulary } from './__fixtures__/any-words.js'
import { createTopScores, findBestChunks } from './best-chunks.js'
import { lengthNorm } from './bm25.js'
import { neededCounts } from './features.js'
import { createKeywordScorer } from './keyword-scorer.js'
import { withImpacts } from './posting-list.js'
import type { RankedWords } from './term-list.js'
import { createUpperBounds } from './upper-bounds.js'

const meanLength = 5

/** Scores of all chunks, and a search for the best of those that are allowed and in some list. */
function searchIn(terms: readonly RankedTerm[], all: readonly RankedWords[]) {
  const { queries, forms, prefixes } = neededCounts(terms)
  const expansions = prefixes.map((prefix) => vocabulary.filter((stem) => stem.startsWith(prefix)))
  const counts = { counts: queries.map(() => 2), formCounts: forms.map(() => 1), expansions }
  const scorer = createKeywordScorer(terms, { ...counts, chunks: all.length, meanLength })
  const scores = all.map((words) => scorer.score(readList(words)).bm25)
  const norms = Float64Array.from(all, ({ text }) => lengthNorm(text.length, meanLength))
  const bounds = createUpperBounds(scorer)
  const lists = new Map(
    bounds.lists.map((feature) => [feature, withImpacts(postingsOf(feature, all), norms)]),
  )
  const none = withImpacts(postingsOf({ kind: 'word', stem: 'none' }, []), norms)
  const index = { norms, list: (feature: (typeof bounds.lists)[number]) => lists.get(feature) ?? none }
  const listed = new Set([...lists.values()].flatMap(({ chunks }) => [...chunks]))
  return { scores, listed, index, bounds }
}

const anySearch = fc.record({
  terms: fc.array(anyTerm, { maxLength: 4 }),
  chunks: fc.array(anyWords, { minLength: 1, maxLength: 40 }),
  limit: fc.integer({ min: 1, max: 6 }),
  batchSize: fc.integer({ min: 1, max: 5 }),
  maxScored: fc.constantFrom(undefined, 3, 12),
  filtered: fc.uniqueArray(fc.nat(39)),
})

describe('the best chunks', () => {
  it('are those of a full scan, and no other chunk reaches the threshold', () => {
    fc.assert(
      fc.property(anySearch, ({ terms, chunks: all, limit, batchSize, maxScored, filtered }) => {
        const { scores, listed, ...query } = searchIn(terms, all)
        const allowed =
          filtered.length < 9 ? undefined : Uint8Array.from(all, (_, at) => +!filtered.includes(at))
        const search = findBestChunks({ ...query, limit, batchSize, maxScored, allowed, isCovered: true })
        const scored: number[] = []
        for (const batch of search.batches()) {
          scored.push(...batch)
          for (const chunk of batch) search.add(chunk, scores[chunk] ?? 0)
        }
        const candidates = [...scores.keys()].filter((at) => listed.has(at) && (allowed?.[at] ?? 1) === 1)
        expect(new Set(scored).size).toBe(scored.length)
        expect(scored.filter((chunk) => !candidates.includes(chunk))).toEqual([])
        expect(scored.length).toBeLessThanOrEqual(maxScored ?? all.length)
        const isComplete = search.unscored() === 0
        expect(isComplete || scored.length === maxScored).toBe(true)
        const threshold = candidates.map((at) => scores[at] ?? 0).toSorted((a, b) => b - a)[limit - 1] ?? 0
        const expected = candidates.filter((at) => (scores[at] ?? 0) >= threshold)
        const best = search.best().map(({ chunk }) => chunk)
        expect(isComplete ? best.toSorted((a, b) => a - b) : expected).toEqual(expected)
      }),
      { numRuns: 1000 },
    )
  })

  it('are found without scoring chunks whose sums stay below the threshold', () => {
    const terms: RankedTerm[] = [
      { feature: { kind: 'word', stem: 'red' }, weight: 1, isContentTerm: true },
      { feature: { kind: 'word', stem: 'light' }, weight: 0.01, isContentTerm: true },
    ]
    const words = (stem: string): RankedWords => ({ text: [{ form: stem, stem }], parts: [], place: [] })
    const all = Array.from({ length: 50 }, (_, at) => words(at % 10 === 0 ? 'red' : 'light'))
    const { scores, listed, ...query } = searchIn(terms, all)
    expect(listed.size).toBe(50)
    const search = findBestChunks({ ...query, limit: 3, batchSize: 1, isCovered: true })
    const scored = []
    for (const batch of search.batches()) {
      scored.push(...batch)
      for (const chunk of batch) search.add(chunk, scores[chunk] ?? 0)
    }
    expect(scored.toSorted((a, b) => a - b)).toEqual([0, 10, 20, 30, 40])
  })
})

describe('top scores', () => {
  it('are the highest, and the lowest of them is the threshold if there are enough', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(30), { maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        (scores, count) => {
          const top = createTopScores(count)
          let threshold = -Infinity
          for (const [key, score] of scores.entries()) {
            top.add(score, key)
            expect(top.min()).toBeGreaterThanOrEqual(threshold)
            threshold = top.min()
          }
          const highest = scores.toSorted((a, b) => b - a).slice(0, count)
          const found = top.keys().map((key) => scores[key] ?? -1)
          expect(found.toSorted((a, b) => b - a)).toEqual(highest)
          expect(new Set(top.keys()).size).toBe(highest.length)
          expect(top.min()).toBe(scores.length < count ? -Infinity : highest.at(-1))
        },
      ),
    )
  })
})
