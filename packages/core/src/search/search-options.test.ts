import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { indexedMemory } from '../__fixtures__/test-memory.js'

const notes = {
  'car.md': '# Garage\n\nThe automobile needs new tyres.',
  'health.md': '# Health\n\nThe physician comes on Tuesday.',
  'ledger.md': '# Ledger\n\nFunds are low.',
}

async function hybridMemory() {
  const { memory } = await indexedMemory(notes, { openModel: async () => createConceptModel().model })
  return { memory }
}

const pathsOf = ({ results }: { results: readonly { path: string }[] }) => results.map(({ path }) => path)

describe('settings of a search', () => {
  const long = Array.from({ length: 40 }, (_, part) => `## Part ${part}\n\n${'harbour master '.repeat(120)}`)
  const harbour = {
    'long.md': `# Harbour\n\n${long.join('\n\n')}`,
    'short.md': '# Quay\n\nThe harbour master sleeps. Other things happen at the quay, and elsewhere too.',
  }

  it('gives so many results of each document, its best ones', async () => {
    const { memory } = await indexedMemory(harbour)
    const all = (await memory.search('harbour master', { threshold: 0, limit: 100 })).answer
    const first = (await memory.search('harbour master', { threshold: 0, limit: 100, perDocument: 1 })).answer
    expect(pathsOf(all).filter((path) => path === 'long.md').length).toBeGreaterThan(20)
    expect(pathsOf(first).toSorted()).toEqual(['long.md', 'short.md'])
    const best = (path: string) => all.results.find((result) => result.path === path)?.id
    expect(first.results.map(({ id }) => id)).toEqual(pathsOf(first).map(best))
  })

  it('tells how many chunks each retriever brought in', async () => {
    const { memory } = await hybridMemory()
    expect((await memory.search('physician', { candidates: 2 })).found).toEqual({ keyword: 1, vector: 2 })
    expect((await memory.search('physician', { vectorWeight: 0 })).found).toEqual({ keyword: 1, vector: 0 })
  })

  it('takes a number of candidates at its word, whatever the limit', async () => {
    const { memory } = await indexedMemory(harbour)
    const options = { threshold: 0, limit: 100, candidates: 3, candidateMultiplier: 50 }
    expect((await memory.search('harbour master', options)).answer.results).toHaveLength(3)
    await expect(memory.search('harbour', { candidates: 0 })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
    })
  })

  it('leaves a miss a miss where scores are not to be completed', async () => {
    const { memory } = await hybridMemory()
    const { answer } = await memory.search('tyres money', { threshold: 0, completeScores: false })
    for (const { contributions } of answer.results) {
      for (const { raw, rank } of contributions) expect(raw === null).toBe(rank === null)
    }
  })

  it('scales as told: first place in both lists of normalised RRF scores 1', async () => {
    const { memory } = await hybridMemory()
    const options = { fusion: 'rrf', rrfNormalize: true, threshold: 0 }
    const { answer } = await memory.search('physician on Tuesday', options)
    expect(answer.results[0]?.contributions.map(({ rank }) => rank)).toEqual([1, 1])
    expect(answer.results[0]?.fusedScore).toBeCloseTo(1, 12)
  })
})
