import { describe, expect, it } from 'vitest'
import { createHashingModel } from './__fixtures__/hashing-model.js'
import { embeddingModelConformance } from './conformance.js'
import { decorate, type EmbeddingModel } from './embedding-model.js'

/** The names of the cases that a model fails. */
async function brokenBy(create: () => EmbeddingModel): Promise<string[]> {
  const outcomes = embeddingModelConformance(async () => create()).map(({ name, run }) =>
    run().then(
      () => [],
      () => [name],
    ),
  )
  return (await Promise.all(outcomes)).flat()
}

function altered(alter: (vectors: Float32Array[]) => Float32Array[]): EmbeddingModel {
  const model = createHashingModel()
  return decorate(model, async (request) => alter(await model.embed(request)))
}

function withoutSignal(): EmbeddingModel {
  const model = createHashingModel()
  return decorate(model, ({ texts, role }) => model.embed({ texts, role }))
}

const liars: readonly [string, () => EmbeddingModel, RegExp][] = [
  ['loses a vector', () => altered((vectors) => vectors.slice(1)), /own vector, in the order/],
  [
    'shuffles',
    () => altered(([first, ...others]) => [...others, ...(first ? [first] : [])]),
    /own vector, in the order/,
  ],
  [
    'has one vector for all',
    () => altered((vectors) => vectors.map(() => new Float32Array(8).fill(1))),
    /different texts/,
  ],
  [
    'answers zeros',
    () => altered((vectors) => vectors.map(() => new Float32Array(8))),
    /own vector, in the order/,
  ],
  [
    'answers other lengths',
    () => altered((vectors) => vectors.map((v) => v.subarray(1))),
    /own vector, in the order/,
  ],
  [
    'answers NaN',
    () => altered((vectors) => vectors.map((v) => v.map(() => NaN))),
    /own vector, in the order/,
  ],
  [
    'is random',
    () => altered((vectors) => vectors.map((v) => v.map(() => Math.random() - 0.5))),
    /same text/,
  ],
  [
    'answers a request without texts',
    () => altered((vectors) => [...vectors, new Float32Array(8).fill(1)]),
    /without texts/,
  ],
  ['does not abort', withoutSignal, /aborts during the call/],
  ['starts despite an aborted signal', withoutSignal, /an aborted signal/],
  ['ignores dispose', () => ({ ...createHashingModel(), dispose: async () => {} }), /unavailable afterwards/],
  ['has no limit', () => ({ ...createHashingModel(), maxBatchItems: Infinity }), /names its vector space/],
  [
    'implements another version',
    () => Object.assign(createHashingModel(), { specificationVersion: 'v2' }),
    /the version of the contract/,
  ],
]

describe('embeddingModelConformance', () => {
  it.each(embeddingModelConformance(async () => createHashingModel()))(
    'passes a valid model: $name',
    async ({ run }) => {
      await expect(run()).resolves.toBeUndefined()
    },
  )

  it.each(liars)('catches a model that %s', async (_, create, name) => {
    expect(await brokenBy(create)).toContainEqual(expect.stringMatching(name))
  })

  it('disposes of every model that it created', async () => {
    let living = 0
    const create = async () => {
      living += 1
      const model = createHashingModel()
      let isLiving = true
      const dispose = async () => {
        if (isLiving) living -= 1
        isLiving = false
        await model.dispose?.()
      }
      return { ...model, dispose }
    }
    await Promise.all(embeddingModelConformance(create).map(({ run }) => run()))
    expect(living).toBe(0)
  })
})
