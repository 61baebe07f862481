import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { notesFolder } from '../__fixtures__/notes-folder.js'
import { indexedMemory, testMemory } from '../__fixtures__/test-memory.js'
import { searchDefaults, type SearchOptions } from './search-options.js'

/** Notes about the harbour, each with a unique word. */
async function harbourMemory(count: number) {
  const { memory } = await testMemory({ openModel: async () => createConceptModel().model })
  const names = Array.from({ length: count }, (_, note) => `n${note}.md`)
  await memory.index([notesFolder(Object.fromEntries(names.map((name) => [name, `The harbour, ${name}.`])))])
  return memory
}

describe('candidates', () => {
  it('A5: are 100 of each retriever, or as many as set; each chunk is one result', async () => {
    const memory = await harbourMemory(130)
    const countsFor = async (options: SearchOptions) => {
      const { found, answer } = await memory.search('harbour', { threshold: 0, ...options })
      const ids = answer.results.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      return [found.keyword, found.vector, ids.length]
    }
    expect(await countsFor({})).toEqual([100, 100, 10])
    expect(await countsFor({ limit: 30 })).toEqual([100, 100, 30])
    expect(await countsFor({ limit: 100 })).toEqual([100, 100, 100])
    expect(await countsFor({ candidateMultiplier: 4 })).toEqual([40, 40, 10])
    expect(await countsFor({ candidateMultiplier: 1, limit: 3 })).toEqual([3, 3, 3])
    expect(await countsFor({ candidates: 2, candidateMultiplier: 50, vectorWeight: 0 })).toEqual([2, 0, 2])
  })
})

describe('results', () => {
  it('A18: are the first ten of the ranking by default, and those below the threshold are weak', async () => {
    const { memory } = await testMemory()
    const whole = Array.from({ length: 12 }, (_, note) => [`whole${note}.md`, 'alder birch cedar elm'])
    const notes = { ...Object.fromEntries(whole), 'half.md': 'alder birch fir', 'part.md': 'alder oak' }
    await memory.index([notesFolder(notes)])
    const search = async (options: SearchOptions) => {
      const { results } = (await memory.search('alder birch cedar elm', options)).answer
      const scores = results.map(({ fusedScore }) => fusedScore)
      expect(scores).toEqual(scores.toSorted((a, b) => b - a))
      return results
    }
    expect((await search({})).map(({ path }) => path.slice(0, 5))).toEqual(Array(10).fill('whole'))
    const all = await search({ limit: 100, threshold: 0 })
    expect(all).toHaveLength(14)
    for (const { confidence, weak } of all) expect(weak).toBe(confidence < searchDefaults.threshold)
    expect(all.find(({ path }) => path === 'part.md')?.weak).toBe(true)
    expect(await search({ limit: 100 })).toEqual(all)
  })

  it('are none if no confidence reaches the threshold; the answer reports how many are held back', async () => {
    const { memory } = await indexedMemory({
      'a.md': 'alder oak',
      'b.md': 'alder fir',
      'c.md': 'birch cedar elm',
    })
    const ask = async (options: SearchOptions) =>
      (await memory.search('alder zebra quagga okapi', { correctSpelling: false, ...options })).answer
    const answer = await ask({ threshold: 0 })
    expect(answer).toMatchObject({ abstained: false, heldBack: 0, confidence: answer.results[0]?.confidence })
    expect(answer.results).toHaveLength(2)
    const above = { threshold: answer.confidence + 0.01 }
    expect(await ask(above)).toMatchObject({ abstained: true, heldBack: 2, results: [] })
    expect((await ask(above)).confidence).toBe(answer.confidence)
    expect((await ask({ threshold: answer.confidence })).results).toHaveLength(2)
  })
})
