import { describe, expect, it } from 'vitest'
import type { QueryFeature, RankedTerm } from '@recallite/store/query'
import { naiveCount, readList, wordsOf } from './__fixtures__/any-words.js'
import { neededCounts } from './features.js'
import { createKeywordScorer } from './keyword-scorer.js'
import type { RankedWords } from './term-list.js'
import type { WordEvidence } from './keyword-scorer.js'

const word = (stem: string) => ({ kind: 'word', stem }) as const
const term = (feature: QueryFeature, changes: Partial<RankedTerm> = {}): RankedTerm => {
  return { feature, weight: 1, isContentTerm: true, ...changes }
}

/** The evidence of each chunk in a collection of these chunks, or of `chunks` chunks that include these. */
function evidenceOf(
  terms: readonly RankedTerm[],
  chunks: readonly RankedWords[],
  size = chunks.length,
): WordEvidence[] {
  const having = (feature: QueryFeature) => chunks.filter((words) => naiveCount(feature, words) > 0).length
  const counts = neededCounts(terms).queries.map(having)
  const scorer = createKeywordScorer(terms, {
    chunks: size,
    meanLength: 3,
    counts,
    formCounts: [],
    expansions: [],
  })
  return chunks.map((words) => scorer.score(readList(words)).evidence)
}

describe('word evidence', () => {
  const idf = (having: number, size = 100) => Math.log(1 + (size - having + 0.5) / (having + 0.5))
  const pairOf = (first: string, second: string) =>
    term({ kind: 'pair', stems: [first, second] }, { weight: 0.25, isContentTerm: false })

  it('does not depend on the size of a small collection', () => {
    const terms = ['tabs', 'spaces', 'go'].map((stem) => term(word(stem)))
    const [alone] = evidenceOf(terms, [wordsOf('tabs')])
    const [among] = evidenceOf(terms, [
      wordsOf('tabs'),
      ...Array.from({ length: 29 }, () => wordsOf('night')),
    ])
    expect({ ...alone, missing: 0 }).toEqual({ ...among, missing: 0 })
    expect(alone?.information).toBeCloseTo(idf(1) / idf(0), 9)
  })

  it('grows with the number and the rarity of the words that occur', () => {
    const chunks = [wordsOf('rare common'), wordsOf('common'), wordsOf('common'), wordsOf('other')]
    const terms = [term(word('rare')), term(word('common'))]
    const [both, one] = evidenceOf(terms, chunks, 1000)
    expect(both?.information).toBeCloseTo((idf(1, 1000) + idf(3, 1000)) / idf(0, 1000), 9)
    expect(one?.information).toBeCloseTo(idf(3, 1000) / idf(0, 1000), 9)
  })

  it('grows if words are adjacent as in the query', () => {
    const chunks = [wordsOf('red harbour light'), wordsOf('harbour and red light')]
    const terms = [term(word('red')), term(word('harbour')), pairOf('red', 'harbour')]
    const [together, scattered] = evidenceOf(terms, chunks)
    expect(together?.adjacency).toBeCloseTo(1, 9)
    expect(scattered).toMatchObject({ adjacency: 0, apart: 0, characters: 0 })
  })

  it('includes the words in a title, a first heading or the path', () => {
    const titled = { ...wordsOf('harbour light and night'), titleLength: 1 }
    const chunks = [titled, wordsOf('light of the harbour', { place: 'docs harbour' }), wordsOf('harbour')]
    expect(evidenceOf([term(word('harbour'))], chunks).map((each) => each.titled)).toEqual([1, 1, 0])
    expect(evidenceOf([term(word('harbour')), term(word('light'))], chunks)[0]?.titled).toBeCloseTo(0.5, 1)
  })

  it('includes whether a short run without spaces occurs as a whole, or only its characters', () => {
    const chunks = [wordsOf('数 据 有 水 库'), wordsOf('数 据 库'), wordsOf('数 字')]
    const found = [term({ kind: 'phrase', stems: ['数', '据'] }), term(word('库'))]
    const characters = ['数', '据', '库'].map((one) =>
      term(word(one), { weight: 0.35, isContentTerm: false }),
    )
    const whole = term({ kind: 'phrase', stems: ['数', '据', '库'] }, { weight: 0, isContentTerm: false })
    const [apart, together, related] = evidenceOf([...found, ...characters, whole], chunks)
    expect(apart).toMatchObject({ coverage: 1, apart: 1, characters: 1 })
    expect(together).toMatchObject({ coverage: 1, apart: 0, characters: 1 })
    expect(related).toMatchObject({ coverage: 0, apart: 1 })
    expect(related?.characters).toBeCloseTo(idf(3) / (idf(3) + idf(2) + idf(2)), 9)
  })
})
