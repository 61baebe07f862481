import { describe, expect, it } from 'vitest'
import { createHostedModel } from './__fixtures__/hosted-model.js'
import { hostedModelConformance, type HostedNetwork } from './conformance.js'
import { decorate, type EmbeddingModel } from './embedding-model.js'
import { EmbeddingError } from './errors.js'
import { withRetry } from './with-retry.js'

type Create = (network: HostedNetwork) => Promise<EmbeddingModel>

/** The names of the promises a model breaks. */
async function brokenBy(create: Create): Promise<string[]> {
  const outcomes = hostedModelConformance(create).map(({ name, run }) =>
    run().then(
      () => [],
      () => [name],
    ),
  )
  return (await Promise.all(outcomes)).flat()
}

/** A model whose failures are altered. */
function failing(alter: (error: unknown, network: HostedNetwork) => unknown): Create {
  return async (network) => {
    const model = createHostedModel(network)
    return decorate(model, (request) =>
      model.embed(request).catch((error: unknown) => {
        throw alter(error, network)
      }),
    )
  }
}

const liars: readonly [string, Create, RegExp][] = [
  ['throws errors of its own', failing((error) => new TypeError(String(error))), /a refused key/],
  [
    'knows one code alone',
    failing(() => new EmbeddingError('EMBEDDING_REQUEST_FAILED', 'No.', { isRetryable: true })),
    /a forbidden model/,
  ],
  [
    'forgets how long to wait',
    failing((error) =>
      EmbeddingError.isInstance(error)
        ? new EmbeddingError(error.code, error.message, { isRetryable: error.isRetryable })
        : error,
    ),
    /asks to wait/,
  ],
  [
    'tells the key',
    failing((error, { apiKey }) => {
      if (error instanceof EmbeddingError) error.message += apiKey
      return error
    }),
    /a refused key/,
  ],
  [
    'repeats requests',
    async (network) => withRetry(createHostedModel(network), { sleep: async () => {} }),
    /an overloaded server/,
  ],
]

describe('hostedModelConformance', () => {
  it.each(hostedModelConformance(async (network) => createHostedModel(network)))(
    'passes an honest model: $name',
    async ({ run }) => {
      await expect(run()).resolves.toBeUndefined()
    },
  )

  it.each(liars)('catches a model that %s', async (_, create, name) => {
    expect(await brokenBy(create)).toContainEqual(expect.stringMatching(name))
  })
})
