import { describe, expect, it } from 'vitest'
import { honestProvider } from './__fixtures__/hosted-model.js'
import { hostedModelConformance, type HostedNetwork, type HostedSubject } from './conformance.js'
import { decorate, type EmbeddingModel, type EmbeddingRequest } from './embedding-model.js'
import { EmbeddingError } from './errors.js'
import { withRetry } from './with-retry.js'

/** The names of the cases that a model fails. */
async function brokenBy(create: HostedSubject['create']): Promise<string[]> {
  const outcomes = hostedModelConformance({ ...honestProvider, create }).map(({ name, run }) =>
    run().then(
      () => [],
      () => [name],
    ),
  )
  return (await Promise.all(outcomes)).flat()
}

/** A model that deviates from the valid one. */
function doing(embed: (model: EmbeddingModel, request: EmbeddingRequest, network: HostedNetwork) => unknown) {
  return async (network: HostedNetwork): Promise<EmbeddingModel> => {
    const model = await honestProvider.create(network)
    return decorate(model, async (request) => (await embed(model, request, network)) as Float32Array[])
  }
}

/** A model with altered failures. */
function failing(alter: (error: EmbeddingError, network: HostedNetwork) => unknown): HostedSubject['create'] {
  return doing((model, request, network) =>
    model.embed(request).catch((error: EmbeddingError) => {
      throw alter(error, network)
    }),
  )
}

/** A model that accepts what another one rejects. */
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
  ['throws other errors', failing((error) => new TypeError(String(error))), /a rejected key/],
  [
    'has a single error code',
    failing(() => new EmbeddingError('EMBEDDING_REQUEST_FAILED', 'No.', { isRetryable: true })),
    /a forbidden model/,
  ],
  [
    'drops the requested pause',
    failing(({ code, message, isRetryable }) => new EmbeddingError(code, message, { isRetryable })),
    /a wait of seconds/,
  ],
  [
    'reveals the key',
    failing((error, { apiKey }) => Object.assign(error, { message: error.message + apiKey })),
    /a rejected key/,
  ],
  [
    'reveals the key in a cause',
    failing((error, { apiKey }) =>
      Object.assign(error, { cause: { sent: [`Basic ${btoa(`me:${apiKey}`)}`] } }),
    ),
    /a rejected key/,
  ],
  [
    'retries requests',
    async (network) => withRetry(await honestProvider.create(network), { sleep: async () => {} }),
    /an overloaded server/,
  ],
  [
    'ignores the signal',
    doing((model, { texts, role }) => model.embed({ texts, role })),
    /aborts while it waits/,
  ],
  ['returns too few vectors', taking(() => [one]), /too few vectors/],
  ['returns zeros', taking(() => [one, one, new Float32Array(2)]), /for any answer/],
  [
    'loses the usable vectors',
    failing(({ code, message }) => new EmbeddingError(code, message)),
    /a short vector/,
  ],
  ['keeps a vector of another text', failing(() => withVectors([undefined, one])), /a short vector/],
  ['reports an answer as a network failure', failing(() => new TypeError('null')), /for any answer/],
]

describe('hostedModelConformance', () => {
  it.each(hostedModelConformance(honestProvider))('passes a valid model: $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })

  it.each(liars)('catches a model that %s', async (_, create, name) => {
    expect(await brokenBy(create)).toContainEqual(expect.stringMatching(name))
  })
})
