import { findStrategy, type FusionStrategy } from '@recallite/fusion'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { indexedMemory } from '../__fixtures__/test-memory.js'
import type { SearchOptions } from './search-options.js'

const { strategy: rrf } = findStrategy('rrf')

const notes = {
  'car.md': '# Garage\n\nThe automobile needs new tyres.',
  'tyres.md': '# Shop\n\nTyres are sold here.',
  'sea.md': '# Trip\n\nWe swim in the sea.',
}

async function search(query: string, options: SearchOptions, memoryOptions = {}) {
  const model = async () => createConceptModel().model
  const { memory } = await indexedMemory(notes, { openModel: model, ...memoryOptions })
  const ask = async (how: SearchOptions) => (await memory.search(query, { threshold: 0, ...how })).answer
  return { ask, answer: await ask(options) }
}

const pathsOf = ({ results }: { results: readonly { path: string }[] }) => results.map(({ path }) => path)

/** Reverses the ranking of RRF. */
const reversed: FusionStrategy = (lists, options) =>
  rrf(lists, options)
    .toReversed()
    .map((item) => ({ ...item, score: -item.score }))

describe('a custom fusion strategy', () => {
  it('ranks, with default weights of 1', async () => {
    const weights: number[][] = []
    const watching: FusionStrategy = (lists, options) => {
      weights.push(lists.map(({ weight }) => weight))
      return reversed(lists, options)
    }
    const { answer, ask } = await search('vehicle tyres', { fusion: watching })
    expect(pathsOf(answer)).toEqual(pathsOf(await ask({ fusion: 'rrf' })).toReversed())
    await ask({ fusion: watching, textWeight: 0.25 })
    expect(weights).toEqual([
      [1, 1],
      [0.25, 1],
    ])
  })

  it('does not share cached answers', async () => {
    const { answer, ask } = await search('vehicle tyres', { fusion: reversed }, { cachedAnswers: 10 })
    const other: FusionStrategy = (lists, options) => rrf(lists, options)
    expect(pathsOf(await ask({ fusion: other }))).toEqual(pathsOf(answer).toReversed())
  })
})

describe('the match mode', () => {
  it('A4: returns what any retriever finds, or only what all find', async () => {
    const { answer, ask } = await search('vehicle tyres', {})
    expect(pathsOf(answer).toSorted()).toEqual(['car.md', 'sea.md', 'tyres.md'])
    const both = await ask({ matchMode: 'all' })
    expect(pathsOf(both).toSorted()).toEqual(['car.md', 'tyres.md'])
    for (const { contributions } of both.results) {
      expect(contributions.map(({ rank }) => rank)).toEqual([expect.any(Number), expect.any(Number)])
    }
    expect(pathsOf(await ask({ matchMode: 'all', candidates: 1 })).length).toBeLessThan(2)
  })

  it('with a single retriever has no effect', async () => {
    const { answer } = await search('tyres', { matchMode: 'all', vectorWeight: 0 })
    expect(pathsOf(answer).toSorted()).toEqual(['car.md', 'tyres.md'])
  })
})

describe('keyword scores', () => {
  it('A7: are 1 / (1 + r), r from 0, in a weighted search', async () => {
    const { answer } = await search('tyres sea', { vectorWeight: 0.7, textWeight: 0.3 })
    const parts = answer.results.flatMap(({ contributions }) =>
      contributions.filter(({ source }) => source === 'keyword'),
    )
    expect(parts.toSorted((a, b) => b.value - a.value).map(({ rank, value }) => [rank, value])).toEqual([
      [1, 0.3 / 1],
      [2, 0.3 / 2],
      [3, 0.3 / 3],
    ])
  })

  it('are missing for other candidates without completeScores', async () => {
    const { answer } = await search('tyres money', { completeScores: false })
    for (const { contributions } of answer.results) {
      for (const { raw, rank } of contributions) expect(raw === null).toBe(rank === null)
    }
  })

  it('and vectors give 1 for the first of both lists in normalised RRF', async () => {
    const { answer } = await search('automobile', { fusion: 'rrf', rrfNormalize: true })
    expect(answer.results[0]?.contributions.map(({ rank }) => rank)).toEqual([1, 1])
    expect(answer.results[0]?.fusedScore).toBeCloseTo(1, 12)
  })
})

describe('the default weights', () => {
  it.each([
    ['tyres for the sea', 0.64, 0.36],
    ['tyres JWT_EXPIRY', 0.515, 0.485],
    ['JWT_EXPIRY', 0.39, 0.61],
  ])(
    'of %j are %d for vectors and %d for keywords: names move up to 0.25',
    async (query, vector, keyword) => {
      const { answer } = await search(`${query}`, {})
      const [weights] = answer.results.map(({ contributions }) =>
        Object.fromEntries(contributions.map(({ source, weight }) => [source, weight])),
      )
      expect(weights?.['vector']).toBeCloseTo(vector, 12)
      expect(weights?.['keyword']).toBeCloseTo(keyword, 12)
    },
  )
})
