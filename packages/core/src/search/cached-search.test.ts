import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { writeNote } from '../__fixtures__/notes-folder.js'
import { indexedMemory } from '../__fixtures__/test-memory.js'

async function cachingMemory(cachedAnswers = 10) {
  const questions: string[] = []
  const { model } = createConceptModel({ onRequest: (texts) => void questions.push(...texts) })
  const { memory, folder } = await indexedMemory(
    { 'car.md': 'The automobile needs tyres.', 'sea.md': 'A boat on the ocean.' },
    { openModel: async () => model, cachedAnswers, queryDeadline: 60_000 },
  )
  const requests = () => questions.filter((text) => text === 'vehicle').length
  return { memory, folder, requests }
}

describe('a memory with cached answers', () => {
  it('returns the cached answer without embedding the query', async () => {
    const { memory, requests } = await cachingMemory()
    const first = await memory.search('vehicle')
    const second = await memory.search('vehicle')
    expect(requests()).toBe(1)
    const timings = expect.any(Object)
    expect(second.answer).toEqual({ ...first.answer, timings })
    expect(second.answer.timings.embed).toBe(0)
  })

  it('A16: searches again for other options, another query, and after a change of the index', async () => {
    const { memory, folder, requests } = await cachingMemory()
    await memory.search('vehicle')
    await memory.search('vehicle', { limit: 1 })
    expect(requests()).toBe(2)
    await memory.search('vehicle', { limit: 1, signal: new AbortController().signal })
    expect(requests()).toBe(2)
    writeNote(folder, 'new.md', 'Another vehicle, a car.')
    const { answer } = await memory.search('vehicle', { limit: 1 })
    expect(requests()).toBe(3)
    expect(answer.degraded).not.toEqual([])
    await memory.search('vehicle', { limit: 1 })
    expect(requests()).toBe(4)
    await memory.index([])
    const paths = (await memory.search('vehicle')).answer.results.map(({ path }) => path)
    expect(paths).toContain('new.md')
  })

  it('caches no answers by default', async () => {
    const { memory, requests } = await cachingMemory(0)
    await memory.search('vehicle')
    await memory.search('vehicle')
    expect(requests()).toBe(2)
  })

  it('rejects with the reason of the signal', async () => {
    const { memory } = await cachingMemory()
    await memory.search('vehicle')
    const signal = AbortSignal.abort(new Error('no longer needed'))
    await expect(memory.search('vehicle', { signal })).rejects.toThrow('no longer needed')
  })

  it('removes the least recently used answer', async () => {
    const { memory, requests } = await cachingMemory(2)
    for (const query of ['vehicle', 'boat', 'vehicle', 'ocean', 'vehicle']) await memory.search(query)
    expect(requests()).toBe(1)
    for (const query of ['boat', 'ocean', 'vehicle']) await memory.search(query)
    expect(requests()).toBe(2)
  })
})
