import type { EmbeddingModel, EmbeddingRole, ModelIdentity } from '../embedding-model.js'
import { type ExpectedAnswer, learnLength, valueAt } from './read-answer.js'

/** Prepared texts of one request. */
export interface HostedRequest {
  readonly input: string[]
  readonly role: EmbeddingRole
  readonly signal: AbortSignal | undefined
}

/** The parts of a hosted model that differ between providers. */
export interface HostedProvider {
  /** Without the length of the vectors, which may have to be requested. */
  readonly identity: Omit<ModelIdentity, 'dimensions'>
  /** Undefined if it has to be requested. */
  readonly dimensions: number | undefined
  readonly maxBatchItems: number
  /** The model and its host, for messages. */
  readonly source: string
  /** Adds the prefix and cuts the text to the limit of the model. */
  prepare(role: EmbeddingRole, text: string): string
  /** Sends one request and returns the parsed answer. */
  ask(request: HostedRequest): Promise<unknown>
  /** Returns the vectors of an answer; throws `EMBEDDING_RESPONSE_INVALID` if a text has no usable one. */
  read(answer: unknown, expected: ExpectedAnswer): Float32Array[]
  /** The path of the first vector in the answer. */
  readonly firstVector: readonly string[]
}

/**
 * Creates a model that sends one request per call, without retries, caching or batching. Rejects like `embed` if the length
 * of the vectors has to be requested.
 */
export async function createHostedModel(
  provider: HostedProvider,
  creation: AbortSignal | undefined,
): Promise<EmbeddingModel> {
  const { source, firstVector } = provider
  const learnDimensions = async () => {
    const input = ['How long is a vector?']
    const answer = await provider.ask({ input, role: 'document', signal: creation })
    return learnLength(valueAt(answer, ...firstVector), source)
  }
  const dimensions = provider.dimensions ?? (await learnDimensions())
  return {
    specificationVersion: 'v1',
    identity: { ...provider.identity, dimensions },
    maxBatchItems: provider.maxBatchItems,
    // Providers accept more, but smaller requests are answered sooner and lose less on failure.
    maxBatchTokens: 8000,
    async embed({ texts, role, signal }) {
      signal?.throwIfAborted()
      if (texts.length === 0) return []
      const input = texts.map((text) => provider.prepare(role, text))
      const answer = await provider.ask({ input, role, signal })
      return provider.read(answer, { count: texts.length, dimensions, source })
    },
  }
}
