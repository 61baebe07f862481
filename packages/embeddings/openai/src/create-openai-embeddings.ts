import type { EmbeddingModel } from '@recallite/embeddings'
import {
  createHostedModel,
  type ExpectedAnswer,
  noEmbeddings,
  readVector,
  type ReadVector,
  takeVectors,
  unusableAnswer,
  valueAt,
} from '@recallite/embeddings/http'
import { applyPrompt, cutText } from '@recallite/embeddings/provider'
import { connect } from './connect.js'
import { contextSize, embeddingBody, type OpenAIEmbeddingsSettings, resolveSpace } from './settings.js'

/**
 * Creates a model of the OpenAI API or a compatible server. Each call is one request, without retries, caching or batching;
 * texts are cut at about 8,000 tokens. Rejects with `EMBEDDING_MODEL_UNAVAILABLE` for invalid settings, or like `embed` if
 * the length of the vectors has to be requested.
 */
export async function createOpenAIEmbeddings(settings: OpenAIEmbeddingsSettings): Promise<EmbeddingModel> {
  settings.signal?.throwIfAborted()
  const space = resolveSpace(settings)
  const { model, promptStyle, dimensions } = space
  const connection = connect(settings)
  return createHostedModel(
    {
      identity: { provider: 'openai', model, promptStyle },
      dimensions,
      maxBatchItems: 2048,
      source: `openai/${model} at ${connection.host}`,
      prepare: (role, text) => cutText(applyPrompt(promptStyle, role, text), contextSize),
      ask: ({ input, signal }) =>
        connection.ask((client) => client.embeddings.create(embeddingBody(space, input)), signal),
      read: readEmbeddings,
      firstVector: ['data', '0', 'embedding'],
    },
    settings.signal,
  )
}

/**
 * Assigns the vectors of an answer by `index`, since the order may differ. Throws `EMBEDDING_RESPONSE_INVALID`, with the
 * usable vectors, if a text has none. Uses no vector if an index is out of range, or if vectors are missing and the rest is
 * numbered without a gap: the server may have renumbered them.
 */
export function readEmbeddings(
  answer: unknown,
  { count, dimensions, source }: ExpectedAnswer,
): Float32Array[] {
  const items = valueAt(answer, 'data')
  const isList = Array.isArray(items) && items.every((item) => typeof item === 'object' && item !== null)
  if (!isList) throw noEmbeddings(source)
  const indexes = items.map((item) => valueAt(item, 'index'))
  if (!indexes.every((index) => Number.isInteger(index) && Number(index) >= 0 && Number(index) < count))
    throw unusableAnswer(source, `an embedding with an index outside of the ${count} texts`)
  const seen = new Set(indexes)
  if (items.length < count && items.every((_, position) => seen.has(position)))
    throw unusableAnswer(source, `${count} texts with ${items.length} vectors, numbered as if that were all`)
  const vectors = Array.from({ length: count }, (_, position): ReadVector => {
    const first = indexes.indexOf(position)
    if (first < 0) return { fault: 'nothing' }
    if (indexes.includes(position, first + 1)) return { fault: 'several vectors' }
    return readVector(valueAt(items[first], 'embedding'), dimensions)
  })
  return takeVectors(vectors, source)
}
