import type { EmbeddingModel, EmbeddingRole, ModelIdentity } from '../embedding-model.js'
import { type ExpectedAnswer, learnLength, valueAt } from './read-answer.js'

/** Texts as they are sent. */
export interface HostedRequest {
  readonly input: string[]
  readonly role: EmbeddingRole
  readonly signal: AbortSignal | undefined
}

/** What each hosted provider does in its own way. */
export interface HostedProvider {
  /** Identifies the vector space except for the length of its vectors. */
  readonly identity: Omit<ModelIdentity, 'dimensions'>
  /** The length of the vectors; undefined if it has to be learned by a request. */
  readonly dimensions: number | undefined
  readonly maxBatchItems: number
  /** The model and its host, for messages. */
  readonly source: string
  /** A text as it is sent: with its prefix, cut to what the model reads. */
  prepare(role: EmbeddingRole, text: string): string
  /** Sends one request and returns the parsed answer. */
  ask(request: HostedRequest): Promise<unknown>
  /** The vectors of an answer; throws `EMBEDDING_RESPONSE_INVALID` if a text has no good vector. */
  read(answer: unknown, expected: ExpectedAnswer): Float32Array[]
  /** The path of the first vector in an answer. */
  readonly firstVector: readonly string[]
}

/**
 * Creates the model of a hosted provider. Each call is one request, without retries, caching or batching.
 * @throws EmbeddingError as from `embed`, if the length of the vectors has to be learned by a request
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
    // Providers take more; smaller requests are answered sooner, lose less and are estimated better.
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
