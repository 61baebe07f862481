import { describe, expect, it } from 'vitest'
import { createPlayedModel } from './__fixtures__/played-model.js'

const child = new URL('./__fixtures__/counting-child.mjs', import.meta.url)

describe('serveModel', () => {
  it('states the model and answers each text of a batch', async () => {
    const model = await createPlayedModel({ child, load: {} })
    expect(model.facts).toEqual({ name: 'lengths', dimensions: 2, batchBytes: 64, lanes: 2 })
    const texts = ['abc', 'a', 'x'.repeat(100), 'ab']
    expect(await model.compute(texts, { query: 'why' })).toEqual(
      texts.map(({ length }) => Float32Array.of(length, 3)),
    )
  })

  it.each([
    [{ fault: 'it is cut', remedy: 'Get it again' }, 'cannot be used: it is cut. Get it again.'],
    [{ fault: 'it is cut' }, 'cannot be used: it is cut. Choose another.'],
  ])('reports why %j does not load, and the remedy', async (load, message) => {
    await expect(createPlayedModel({ child, load })).rejects.toMatchObject({
      code: 'EMBEDDING_MODEL_UNAVAILABLE',
      message: expect.stringContaining(message),
    })
  })

  it.each([
    ['one text', ['abc', ''], 'Text 1 of 2 has no embedding: it is empty. Leave this text out.'],
    ['a batch', ['throw'], 'Text 0 of 1 has no embedding: the model broke. Leave this text out.'],
  ])('rejects %s if the model does, and answers the next one', async (_, texts, message) => {
    const model = await createPlayedModel({ child, load: {} })
    await expect(model.compute(texts, {})).rejects.toMatchObject({
      code: 'EMBEDDING_REQUEST_INVALID',
      message,
    })
    expect(await model.compute(['ab'], {})).toEqual([Float32Array.of(2, 0)])
  })
})
