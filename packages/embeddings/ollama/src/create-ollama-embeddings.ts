import { applyPrompt, cutText, type EmbeddingModel } from '@recallite/embeddings'
import { learnLength } from '@recallite/embeddings/http'
import { connect, type OllamaConnection } from './connect.js'
import { firstEmbedding, readEmbeddings } from './read-embeddings.js'
import type { OllamaEmbeddingsSettings } from './settings.js'
import { identityOf, resolveSpace, type VectorSpace } from './vector-space.js'

/**
 * A model of an Ollama server, by its `/api/embed`. A call is one request: nothing is repeated, cached or cut in parts.
 * Texts longer than the model takes are cut at their end.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` for a base URL, a name or a length of vectors that cannot be used;
 * any other, as from `embed`, where the length has to be learned by a request
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

/** One request. */
interface Ask {
  readonly space: VectorSpace
  readonly input: string[]
  readonly signal: AbortSignal | undefined
}

function askFor(connection: OllamaConnection, { space, input, signal }: Ask): Promise<unknown> {
  const { model, askedDimensions } = space
  const length = askedDimensions === undefined ? {} : { dimensions: askedDimensions }
  return connection.ask((client) => client.embed({ model, input, truncate: true, ...length }), signal)
}

async function learnDimensions(
  connection: OllamaConnection,
  { space, source, signal }: Omit<Ask, 'input'> & { source: string },
): Promise<number> {
  const answer = await askFor(connection, { space, input: ['How long is a vector?'], signal })
  return learnLength(firstEmbedding(answer), source)
}
