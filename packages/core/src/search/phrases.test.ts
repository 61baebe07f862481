import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { indexedMemory } from '../__fixtures__/test-memory.js'

const notes = {
  'car.md': '# Garage\n\nThe automobile of Dr. Bell needs new tyres.',
  'bell.md': '# Tower\n\nThe bell of the doctor rings.',
  'lorry.md': '# Yard\n\nThe vehicle needs new tyres, says dr. BELLS.',
  'token.md': '# Tokens\n\nJWT_EXPIRY is 900, and automobiles are not.',
}

async function hybridMemory() {
  const { model } = createConceptModel()
  const { memory } = await indexedMemory(notes, { openModel: async () => model })
  return async (query: string, phrases: readonly string[], more = {}) => {
    const { answer } = await memory.search(query, { phrases, threshold: 0, ...more })
    return { answer, paths: answer.results.map(({ path }) => path).toSorted() }
  }
}

describe('phrases of a search', () => {
  it('must be in every result of either retriever, unlike the words of the query', async () => {
    const search = await hybridMemory()
    const { answer, paths } = await search('car', ['Dr Bell'])
    expect(paths).toEqual(['car.md', 'lorry.md'])
    expect(answer.retrievers).toEqual({ keyword: 'ok', vector: 'ok' })
    expect(answer.understood).toBe('any of: car; must have: "Dr Bell"')
    for (const how of [{ textWeight: 0 }, { vectorWeight: 0 }]) {
      expect((await search('car', ['Dr Bell'], how)).paths).toEqual(['car.md', 'lorry.md'])
    }
  })

  it('must all match, as well as the conditions of the query', async () => {
    const search = await hybridMemory()
    expect((await search('car', ['Dr Bell', 'automobile of'])).paths).toEqual(['car.md'])
    expect((await search('tyres -vehicle', ['Dr Bell'])).paths).toEqual(['car.md'])
    expect((await search('tyres path:car.md', ['Dr Bell'])).paths).toEqual(['car.md'])
    expect((await search('tyres', ['Bell Dr'])).paths).toEqual([])
  })

  it('are marked in results, and no character is syntax', async () => {
    const search = await hybridMemory()
    const { answer } = await search('how long', ['"JWT_EXPIRY" -is (900) AND'])
    const [result] = answer.results
    const marked = result?.matches.map(({ start, end }) => result.snippet.slice(start, end))
    expect([result?.path, marked]).toEqual(['token.md', ['JWT_EXPIRY is 900, and']])
  })

  it('are not corrected', async () => {
    const search = await hybridMemory()
    expect((await search('automobil tyers', [])).answer.corrections).not.toEqual([])
    expect((await search('tyres', ['automobble'])).paths).toEqual([])
  })
})
