import { describe, expect, it } from 'vitest'
import { filledBy } from './__fixtures__/filled-store.js'
import { testLink, testMemory } from './__fixtures__/test-memory.js'

function unopened(model: string) {
  return testLink(() => Promise.reject(new Error('nobody may open it')), { model })
}

describe('A25: the status of a memory', () => {
  it('A25: names backend, provider and model, and opens nothing', async () => {
    const { memory } = await testMemory({ store: await filledBy('a'), models: [unopened('a')] })
    expect(await memory.status()).toMatchObject({
      backend: 'sqlite',
      provider: 'test',
      model: 'a',
      fallback: null,
      files: 2,
      degraded: [],
    })
  })

  it('A25: tells what stands in, and what can be seen to keep the first choice from answering', async () => {
    const first = { ...unopened('a'), obstacle: () => 'its file is gone' }
    const { memory } = await testMemory({ store: await filledBy('a', 'b'), models: [first, unopened('b')] })
    expect(await memory.status()).toMatchObject({
      model: 'a',
      fallback: { to: 'test/b', reason: 'test/a: its file is gone' },
    })
  })

  it('A25: names the model of before while a new one has no vectors', async () => {
    const linkOf = (source: string) => (source === 'test:a' ? unopened('a') : undefined)
    const { memory } = await testMemory({ store: await filledBy('a'), models: [unopened('new')], linkOf })
    expect((await memory.status()).fallback).toEqual({
      to: 'test/a',
      reason: 'test/new has no vectors here',
    })
  })

  it('A25: says why there is no model', async () => {
    const { memory } = await testMemory({ noModelReason: 'nobody chose one' })
    expect(await memory.status()).toMatchObject({
      provider: null,
      model: null,
      fallback: { to: 'words', reason: 'nobody chose one' },
    })
  })
})
