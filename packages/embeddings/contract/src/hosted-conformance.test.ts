import { describe, expect, it } from 'vitest'
import { honestProvider } from './__fixtures__/hosted-model.js'
import { hostedModelConformance, type HostedNetwork, type HostedSubject } from './conformance.js'
import { decorate, type EmbeddingModel, type EmbeddingRequest } from './embedding-model.js'
import { EmbeddingError } from './errors.js'
import { withRetry } from './with-retry.js'

/** The names of the promises a model breaks. */
async function brokenBy(create: HostedSubject['create']): Promise<string[]> {
  const outcomes = hostedModelConformance({ ...honestProvider, create }).map(({ name, run }) =>
    run().then(
      () => [],
      () => [name],
    ),
  )
  return (await Promise.all(outcomes)).flat()
}

/** A model that does something else than the honest one. */
function doing(embed: (model: EmbeddingModel, request: EmbeddingRequest, network: HostedNetwork) => unknown) {
  return async (network: HostedNetwork): Promise<EmbeddingModel> => {
    const model = await honestProvider.create(network)
    return decorate(model, async (request) => (await embed(model, request, network)) as Float32Array[])
  }
}

/** A model whose failures are altered. */
function failing(alter: (error: EmbeddingError, network: HostedNetwork) => unknown): HostedSubject['create'] {
  return doing((model, request, network) =>
    model.embed(request).catch((error: EmbeddingError) => {
      throw alter(error, network)
    }),
  )
}

/** A model that takes what another refuses. */
function taking(take: (error: EmbeddingError) => unknown): HostedSubject['create'] {
  return doing((model, request) =>
    model.embed(request).catch((error: EmbeddingError) => {
      if (error.code !== 'EMBEDDING_RESPONSE_INVALID') throw error
      return take(error)
    }),
  )
}

const one = Float32Array.of(1, 0)
const withVectors = (vectors: readonly (Float32Array | undefined)[]) =>
  new EmbeddingError('EMBEDDING_RESPONSE_INVALID', 'Bad.', { vectors })

const liars: readonly [string, HostedSubject['create'], RegExp][] = [
  ['throws errors of its own', failing((error) => new TypeError(String(error))), /a refused key/],
  [
    'knows one code alone',
    failing(() => new EmbeddingError('EMBEDDING_REQUEST_FAILED', 'No.', { isRetryable: true })),
    /a forbidden model/,
  ],
  [
    'forgets how long to wait',
    failing(({ code, message, isRetryable }) => new EmbeddingError(code, message, { isRetryable })),
    /a wait of seconds/,
  ],
  [
    'tells the key',
    failing((error, { apiKey }) => Object.assign(error, { message: error.message + apiKey })),
    /a refused key/,
  ],
  [
    'tells the key in a cause',
    failing((error, { apiKey }) =>
      Object.assign(error, { cause: { sent: [`Basic ${btoa(`me:${apiKey}`)}`] } }),
    ),
    /a refused key/,
  ],
  [
    'repeats requests',
    async (network) => withRetry(await honestProvider.create(network), { sleep: async () => {} }),
    /an overloaded server/,
  ],
  [
    'hears no signal',
    doing((model, { texts, role }) => model.embed({ texts, role })),
    /aborts while it waits/,
  ],
  ['gives too few vectors', taking(() => [one]), /too few vectors/],
  ['gives zeros', taking(() => [one, one, new Float32Array(2)]), /whatever is answered/],
  [
    'loses the good vectors',
    failing(({ code, message }) => new EmbeddingError(code, message)),
    /a short vector/,
  ],
  ['keeps a vector of another text', failing(() => withVectors([undefined, one])), /a short vector/],
  [
    'takes an answer for a failure of the network',
    failing(() => new TypeError('null')),
    /whatever is answered/,
  ],
]

describe('hostedModelConformance', () => {
  it.each(hostedModelConformance(honestProvider))('passes an honest model: $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })

  it.each(liars)('catches a model that %s', async (_, create, name) => {
    expect(await brokenBy(create)).toContainEqual(expect.stringMatching(name))
  })
})
