import { EmbeddingError } from '@recallite/embeddings'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from './__fixtures__/concept-model.js'
import { filledBy, linkOver } from './__fixtures__/filled-store.js'
import { testLink, testMemory } from './__fixtures__/test-memory.js'

describe('A21: warming up', () => {
  it('A21: opens and proves the model, so that the first question need only be embedded', async () => {
    const requests: (readonly string[])[] = []
    let opened = 0
    const { model } = createConceptModel({ name: 'a', onRequest: (texts) => void requests.push(texts) })
    const open = async () => {
      opened += 1
      return model
    }
    const { memory } = await testMemory({
      store: await filledBy('a'),
      models: [testLink(open, { model: 'a' })],
    })
    expect([await memory.warmUp(), opened, requests.length]).toEqual([{ degraded: [] }, 1, 1])
    expect((await memory.search('vehicle')).answer.model).toBe('a')
    expect([opened, requests.at(-1)]).toEqual([1, ['vehicle']])
  })

  it('A21: says what does not work, and rejects nothing', async () => {
    const broken = new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', 'no file')
    const models = [testLink(() => Promise.reject(broken), { model: 'a' })]
    const { memory } = await testMemory({ store: await filledBy('a'), models })
    expect(await memory.warmUp()).toEqual({ degraded: [{ retriever: 'vector', reason: 'test/a: no file' }] })
  })

  it('A21: opens nothing where words alone are wanted, or nothing is embedded', async () => {
    const { memory } = await testMemory()
    expect(await memory.warmUp()).toEqual({ degraded: [] })
    let opened = 0
    const { link } = linkOver('a')
    const open: typeof link.open = (signal) => {
      opened += 1
      return link.open(signal)
    }
    const empty = await testMemory({ models: [{ ...link, open }] })
    const { degraded } = await empty.memory.warmUp()
    expect([degraded.length, opened]).toEqual([1, 0])
  })
})
