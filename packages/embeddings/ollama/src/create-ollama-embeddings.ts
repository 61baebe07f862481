import type { EmbeddingModel } from '@recallite/embeddings'
import { applyPrompt, cutText } from '@recallite/embeddings/provider'
import { createHostedModel, readVector, takeInOrder, valueAt } from '@recallite/embeddings/http'
import { connect } from './connect.js'
import { type OllamaEmbeddingsSettings, resolveSpace } from './settings.js'

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
  const { model, promptStyle, dimensions, contextSize } = resolveSpace(settings)
  const connection = connect(settings, model)
  const length = settings.dimensions === undefined ? {} : { dimensions: settings.dimensions }
  return createHostedModel(
    {
      // Ollama reads a name without a tag as `:latest`.
      identity: { provider: 'ollama', model: model.replace(/:latest$/, ''), promptStyle },
      dimensions,
      maxBatchItems: 16,
      source: `ollama/${model} at ${connection.host}`,
      prepare: (role, text) => cutText(applyPrompt(promptStyle, role, text), contextSize),
      ask: ({ input, signal }) =>
        connection.ask((client) => client.embed({ model, input, truncate: true, ...length }), signal),
      // Ollama assigns vectors by position.
      read: (answer, expected) =>
        takeInOrder(valueAt(answer, 'embeddings'), expected, (wire) => readVector(wire, expected.dimensions)),
      firstVector: ['embeddings', '0'],
    },
    settings.signal,
  )
}
