import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { notesFolder } from '../__fixtures__/notes-folder.js'
import { testMemory } from '../__fixtures__/test-memory.js'
import type { SearchOptions } from './search-options.js'

/** So many notes about the harbour, each with a word of its own. */
async function harbourMemory(count: number) {
  const { memory } = await testMemory({ openModel: async () => createConceptModel().model })
  const names = Array.from({ length: count }, (_, note) => `n${note}.md`)
  await memory.index([notesFolder(Object.fromEntries(names.map((name) => [name, `The harbour, ${name}.`])))])
  return memory
}

describe('candidates', () => {
  it('A5: are 100 of each retriever, or what is asked for; each chunk is one result', async () => {
    const memory = await harbourMemory(130)
    const countsFor = async (options: SearchOptions) => {
      const { found, answer } = await memory.search('harbour', { minScore: 0, ...options })
      const ids = answer.results.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      return [found.keyword, found.vector, ids.length]
    }
    expect(await countsFor({})).toEqual([100, 100, 6])
    expect(await countsFor({ limit: 30 })).toEqual([100, 100, 30])
    expect(await countsFor({ limit: 100 })).toEqual([100, 100, 100])
    expect(await countsFor({ candidateMultiplier: 4 })).toEqual([24, 24, 6])
    expect(await countsFor({ candidateMultiplier: 1, limit: 3 })).toEqual([3, 3, 3])
  })
})

describe('results', () => {
  it('of a limit are the first of what a larger limit gives', async () => {
    const memory = await harbourMemory(130)
    const idsFor = async (limit: number) => {
      const { answer } = await memory.search('harbour n7 n77', { minScore: 0, limit })
      return answer.results.map(({ id }) => id)
    }
    const all = await idsFor(100)
    expect(all).toHaveLength(100)
    for (const limit of [1, 2, 6, 7, 25, 26, 49, 50, 51, 99]) {
      expect(await idsFor(limit)).toEqual(all.slice(0, limit))
    }
  })

  it('A18: are those from .35, the best first, the first six of them, unless told otherwise', async () => {
    const { memory } = await testMemory()
    const whole = Array.from({ length: 8 }, (_, note) => [`whole${note}.md`, 'alder birch cedar elm'])
    const notes = { ...Object.fromEntries(whole), 'half.md': 'alder birch fir', 'part.md': 'alder oak' }
    await memory.index([notesFolder(notes)])
    const search = async (options: SearchOptions) => {
      const { results } = (await memory.search('alder birch cedar elm', options)).answer
      const scores = results.map(({ score }) => score)
      expect(scores).toEqual(scores.toSorted((a, b) => b - a))
      return results
    }
    expect((await search({})).map(({ path }) => path.slice(0, 5))).toEqual(Array(6).fill('whole'))
    const evident = await search({ limit: 100 })
    expect(evident.map(({ path }) => path)).not.toContain('part.md')
    expect(Math.min(...evident.map(({ confidence }) => confidence))).toBeGreaterThanOrEqual(0.35)
    const all = await search({ limit: 100, minScore: 0 })
    expect(all.find(({ path }) => path === 'part.md')?.confidence).toBeLessThan(0.35)
    expect([all.length, (await search({ limit: 2, minScore: 0 })).length]).toEqual([10, 2])
  })
})
