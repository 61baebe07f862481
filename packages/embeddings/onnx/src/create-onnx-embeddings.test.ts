import { embeddingModelConformance } from '@recallite/embeddings/conformance'
import { describe, expect, it } from 'vitest'
import { onnxFile } from './__fixtures__/onnx-file.js'
import { rows, vocabulary } from './__fixtures__/model-files.js'
import { ask, child, openTinyModel, writeTinyModel } from './__fixtures__/tiny-model.js'
import { createOnnxEmbeddings } from './create-onnx-embeddings.js'

/** The direction of the sum of table rows. */
function directionOf(tokens: readonly string[]): number[] {
  const chosen = tokens.map((token) => rows[vocabulary.indexOf(token)] ?? [])
  const sum = rows[0]?.map((_, slot) => chosen.reduce((total, row) => total + (row[slot] ?? NaN), 0)) ?? []
  const length = Math.hypot(...sum)
  return sum.map((value) => expect.closeTo(value / length, 5) as number)
}

describe('createOnnxEmbeddings', () => {
  it('names the space by the folder, the length of the vectors and the prefixes', async () => {
    const model = await openTinyModel({ modelPath: writeTinyModel({}, 'e5-small') })
    expect(model.identity).toEqual({ provider: 'onnx', model: 'e5-small', dimensions: 8, promptStyle: 'e5' })
  })

  it('returns the mean of all tokens, scaled to length 1', async () => {
    const [vector] = await ask(await openTinyModel(), ['Ab c.'])
    expect([...(vector ?? [])]).toEqual(directionOf(['[CLS]', 'a', '##b', 'c', '.', '[SEP]']))
  })

  it('C5: pools bge-small-en-v1.5 by its first token, because of its name', async () => {
    const model = await openTinyModel({ modelPath: writeTinyModel({}, 'bge-small-en-v1.5') })
    expect(model.identity).toMatchObject({ provider: 'onnx', model: 'bge-small-en-v1.5' })
    const [vector] = await ask(model, ['Ab c.'])
    expect([...(vector ?? [])]).toEqual(directionOf(['[CLS]']))
  })

  it('pools by the first token if the folder says so', async () => {
    const files = { '1_Pooling/config.json': '{ "pooling_mode_cls_token": true }' }
    const [vector] = await ask(await openTinyModel({ modelPath: writeTinyModel(files) }), ['Ab c.'])
    expect([...(vector ?? [])]).toEqual(directionOf(['[CLS]']))
  })

  it('cuts a text to the limit of the model, and retains the frame', async () => {
    const model = await openTinyModel()
    const [whole, cut, other] = await ask(model, ['a '.repeat(62), 'a '.repeat(70), 'a '.repeat(61)])
    expect(cut).toEqual(whole)
    expect(other).not.toEqual(whole)
  })

  it('reads no more tokens than contextSize', async () => {
    const [long] = await ask(await openTinyModel({ contextSize: 4 }), ['a b c d'])
    const [short] = await ask(await openTinyModel(), ['a b'])
    expect(long).toEqual(short)
  })

  it('prefers 8-bit weights', async () => {
    const quantized = onnxFile({ rows: rows.map((row) => row.map((value) => -value)) })
    const model = await openTinyModel({
      modelPath: writeTinyModel({ 'onnx/model_quantized.onnx': quantized }),
    })
    const [other] = await ask(await openTinyModel(), ['a'])
    expect(await ask(model, ['a'])).toEqual([other?.map((value) => -value)])
  })
})

const createTiny = async () => createOnnxEmbeddings({ modelPath: writeTinyModel(), child, threads: 1 })

describe('a folder without a model', () => {
  it('is unavailable, with a one-line message of path, reason and remedy', async () => {
    const modelPath = writeTinyModel({ 'config.json': undefined })
    await expect(createOnnxEmbeddings({ modelPath, child })).rejects.toMatchObject({
      name: 'EmbeddingError',
      code: 'EMBEDDING_MODEL_UNAVAILABLE',
      isRetryable: false,
      message: expect.stringMatching(
        /^The embedding model .*tiny cannot be used: it has no config\.json\. Set the folder [^\n]*\.$/,
      ),
    })
  })
})

describe('loading', () => {
  it('ends with the reason of its signal', async () => {
    const reason = new RangeError('enough')
    const signal = AbortSignal.abort(reason)
    await expect(createOnnxEmbeddings({ modelPath: writeTinyModel(), child, signal })).rejects.toBe(reason)
  })
})

describe('an ONNX model fulfils the contract', () => {
  it.each(embeddingModelConformance(createTiny))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})
