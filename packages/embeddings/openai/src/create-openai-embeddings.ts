import { applyPrompt, cutText, type EmbeddingModel } from '@recallite/embeddings'
import { learnLength } from '@recallite/embeddings/http'
import { connect, type OpenAIConnection } from './connect.js'
import { contextSize } from './context-size.js'
import { embeddingBody } from './embedding-body.js'
import { firstEmbedding, readEmbeddings } from './read-embeddings.js'
import type { OpenAIEmbeddingsSettings } from './settings.js'
import { identityOf, resolveSpace, type VectorSpace } from './vector-space.js'

/**
 * A model behind the OpenAI API, or behind any server that speaks it. A call is one request: nothing is repeated, cached
 * or cut in parts. A text with more tokens than the models read, about 8,000, is cut at its end.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` for a key, a base URL or a length of vectors that cannot be used;
 * any other, as from `embed`, where the length has to be learned by a request
 */
export async function createOpenAIEmbeddings(settings: OpenAIEmbeddingsSettings): Promise<EmbeddingModel> {
  settings.signal?.throwIfAborted()
  const space = resolveSpace(settings)
  const connection = connect(settings)
  const source = `openai/${space.model} at ${connection.host}`
  const dimensions =
    space.dimensions ?? (await learnDimensions(connection, { space, source, signal: settings.signal }))
  return {
    identity: identityOf(space, dimensions),
    maxBatchItems: 2048,
    // A request may hold 300,000; smaller ones are answered sooner, lose less and are counted better.
    maxBatchTokens: 8000,
    async embed({ texts, role, signal }) {
      signal?.throwIfAborted()
      if (texts.length === 0) return []
      const input = texts.map((text) => cutText(applyPrompt(space.promptStyle, role, text), contextSize))
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

function askFor(connection: OpenAIConnection, { space, input, signal }: Ask): Promise<unknown> {
  return connection.ask((client) => client.embeddings.create(embeddingBody(space, input)), signal)
}

async function learnDimensions(
  connection: OpenAIConnection,
  { space, source, signal }: Omit<Ask, 'input'> & { source: string },
): Promise<number> {
  const answer = await askFor(connection, { space, input: ['How long is a vector?'], signal })
  return learnLength(firstEmbedding(answer), source)
}
