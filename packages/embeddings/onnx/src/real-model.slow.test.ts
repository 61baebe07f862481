import { checked, type EmbeddingModel } from '@recallite/embeddings'
import { embeddingModelConformance } from '@recallite/embeddings/conformance'
import { sharedFile } from '@recallite/test-kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ask, child } from './__fixtures__/tiny-model.js'
import { createOnnxEmbeddings } from './create-onnx-embeddings.js'

const folder = sharedFile('models/all-MiniLM-L6-v2-onnx')

async function open(contextSize?: number): Promise<EmbeddingModel> {
  const model = await createOnnxEmbeddings({ modelPath: folder ?? '', child, contextSize })
  onTestFinished(() => model.dispose?.())
  return checked(model)
}

/** The cosine of two vectors of length 1. */
function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return a?.reduce((sum, value, slot) => sum + value * (b?.[slot] ?? NaN), 0) ?? NaN
}

/** Two runs over the same tokens may round differently; other tokens are farther apart. */
const sameText = 0.999
const createReal = async () => createOnnxEmbeddings({ modelPath: folder ?? '', child, threads: 1 })

describe.skipIf(folder === undefined)('MiniLM keeps the contract', () => {
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

  it('gives a text the same vector alone and among others', async () => {
    const model = await open()
    const words = 'river stone window letter how do I change it'.split(' ')
    const texts = words.flatMap((word, length) => [word, `${word} ${words.slice(0, length).join(' ')}`])
    const together = await ask(model, texts)
    for (const [position, text] of texts.entries()) {
      const [alone] = await ask(model, [text])
      expect(cosine(alone, together[position])).toBeGreaterThan(sameText)
    }
  })

  it('finds related sentences nearer than unrelated ones', async () => {
    const [query, related, unrelated] = await ask(await open(), [
      'How do I reset my password?',
      'To change your password, open the account settings.',
      'Bananas ripen faster in a paper bag.',
    ])
    expect(cosine(query, related) - cosine(query, unrelated)).toBeGreaterThan(0.4)
    expect(cosine(query, query)).toBeCloseTo(1, 5)
  })

  it('reads a text of 5,000 words as far as it goes', async () => {
    const words = Array.from(
      { length: 5000 },
      (_, number) => ['river', 'stone', 'window', 'letter'][number % 4],
    )
    const [whole, beginning, short] = await ask(await open(), [
      words.join(' '),
      words.slice(0, 600).join(' '),
      words.slice(0, 4).join(' '),
    ])
    expect(cosine(whole, beginning)).toBeGreaterThan(sameText)
    expect(cosine(whole, short)).toBeLessThan(0.9)
  })

  it('reads no more tokens than it is told', async () => {
    const begun = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen'
    const [short, long, other] = await ask(await open(16), [begun, `${begun} fifteen`, `zero ${begun}`])
    expect(cosine(long, short)).toBeGreaterThan(sameText)
    expect(cosine(other, short)).toBeLessThan(0.9)
  })
})
