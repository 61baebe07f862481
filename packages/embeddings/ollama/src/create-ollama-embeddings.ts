import { applyPrompt, cutText, type EmbeddingModel } from '@recallite/embeddings'
import { type ExpectedAnswer, learnLength, readVector, takeInOrder } from '@recallite/embeddings/http'
import { connect, type OllamaConnection } from './connect.js'
import { identityOf, type OllamaEmbeddingsSettings, resolveSpace, type VectorSpace } from './settings.js'

/**
 * A model of an Ollama server (`/api/embed`). Each call is one request, without retries, caching or batching. Longer
 * texts than the model takes are cut.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` for an invalid base URL, name or vector length; others, as from
 * `embed`, if the length has to be learned by a request
 */
export async function createOllamaEmbeddings(
  settings: OllamaEmbeddingsSettings = {},
): Promise<EmbeddingModel> {
  settings.signal?.throwIfAborted()
  const space = resolveSpace(settings)
  const connection = connect(settings, space.model)
  const source = `ollama/${space.model} at ${connection.host}`
  const dimensions =
    space.dimensions ?? (await learnDimensions(connection, { space, source, signal: settings.signal }))
  return {
    identity: identityOf(space, dimensions),
    maxBatchItems: 16,
    maxBatchTokens: 8000,
    async embed({ texts, role, signal }) {
      signal?.throwIfAborted()
      if (texts.length === 0) return []
      const input = texts.map((text) =>
        cutText(applyPrompt(space.promptStyle, role, text), space.contextSize),
      )
      const answer = await askFor(connection, { space, input, signal })
      return readEmbeddings(answer, { count: texts.length, dimensions, source })
    },
  }
}

interface Ask {
  readonly space: VectorSpace
  readonly input: string[]
  readonly signal: AbortSignal | undefined
}

async function learnDimensions(
  connection: OllamaConnection,
  { space, source, signal }: Omit<Ask, 'input'> & { source: string },
): Promise<number> {
  const answer = await askFor(connection, { space, input: ['How long is a vector?'], signal })
  return learnLength(firstEmbedding(answer), source)
}

function askFor(connection: OllamaConnection, { space, input, signal }: Ask): Promise<unknown> {
  const { model, askedDimensions } = space
  const length = askedDimensions === undefined ? {} : { dimensions: askedDimensions }
  return connection.ask((client) => client.embed({ model, input, truncate: true, ...length }), signal)
}

/** The first vector of an answer as it came. */
function firstEmbedding(answer: unknown): unknown {
  const list = listOf(answer)
  return Array.isArray(list) ? list[0] : undefined
}

function listOf(answer: unknown): unknown {
  return (answer as { embeddings?: unknown } | null | undefined)?.embeddings
}

/**
 * The vectors of an answer, which Ollama assigns by position.
 * @throws EmbeddingError `EMBEDDING_RESPONSE_INVALID` if a text has no good vector, with the vectors of the others
 */
function readEmbeddings(answer: unknown, expected: ExpectedAnswer): Float32Array[] {
  return takeInOrder(listOf(answer), expected, (wire) => readVector(wire, expected.dimensions))
}
