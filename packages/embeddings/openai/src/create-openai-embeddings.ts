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
 * A model of the OpenAI API or of a compatible server. Each call is one request, without retries, caching or batching.
 * Texts of more than about 8,000 tokens are cut.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` for an invalid key, base URL or vector length; others, as from
 * `embed`, if the length has to be learned by a request
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
 * The vectors of an answer, assigned by `index`, since the order may differ.
 * @throws EmbeddingError `EMBEDDING_RESPONSE_INVALID` if a text has no good vector, with the vectors of the others.
 * Nothing is used if an index is outside the request, or if vectors are missing and the rest is numbered without a gap:
 * then the server may have renumbered them.
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
    throw unusableAnswer(source, `an embedding without a place among the ${count} texts`)
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
