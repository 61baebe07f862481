import { checked, type EmbeddingModel } from '@recallite/embeddings'
import { embeddingModelConformance } from '@recallite/embeddings/conformance'
import { sharedFile } from '@recallite/test-kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ask, child } from './__fixtures__/tiny-model.js'
import { createOnnxEmbeddings } from './create-onnx-embeddings.js'

const folder = sharedFile('models/all-MiniLM-L6-v2-onnx')

async function open(): Promise<EmbeddingModel> {
  const model = await createOnnxEmbeddings({ modelPath: folder ?? '', child })
  onTestFinished(() => model.dispose?.())
  return checked(model)
}

/** The cosine of two vectors of length 1. */
function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return a?.reduce((sum, value, slot) => sum + value * (b?.[slot] ?? NaN), 0) ?? NaN
}

const createReal = async () => createOnnxEmbeddings({ modelPath: folder ?? '', child, threads: 1 })

describe.skipIf(folder === undefined)('MiniLM fulfils the contract', () => {
  it.each(embeddingModelConformance(createReal))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})

describe.skipIf(folder === undefined)('MiniLM', () => {
  it('C5: names itself, with the 384 numbers of its vectors', async () => {
    expect((await open()).identity).toEqual({
      provider: 'onnx',
      model: 'all-MiniLM-L6-v2-onnx',
      dimensions: 384,
      promptStyle: 'plain',
    })
  })

  it('scores related sentences higher than unrelated ones', async () => {
    const [query, related, unrelated] = await ask(await open(), [
      'How do I reset my password?',
      'To change your password, open the account settings.',
      'Bananas ripen faster in a paper bag.',
    ])
    expect(cosine(query, related) - cosine(query, unrelated)).toBeGreaterThan(0.4)
    expect(cosine(query, query)).toBeCloseTo(1, 5)
  })
})
