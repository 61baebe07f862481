import { EmbeddingError, type EmbeddingModel } from '@recallite/embeddings'
import { embedContent, readEmbeddings } from './embed-content.js'
import { identityOf } from './model-family.js'
import { connect, type GeminiEmbeddingsSettings, resolveSettings } from './settings.js'

/** The most texts that `batchEmbedContents` takes. */
const maxBatchItems = 100

/**
 * A model of the Gemini API. Longer texts than the model reads are cut, by an estimate; vectors have length 1. Sends
 * nothing before the first text is embedded.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` for invalid settings
 */
export async function createGeminiEmbeddings(settings: GeminiEmbeddingsSettings): Promise<EmbeddingModel> {
  settings.signal?.throwIfAborted()
  const resolved = resolveSettings(settings)
  const { dimensions } = resolved
  const connection = connect(resolved)
  const source = `gemini/${resolved.model} at ${connection.host}`
  return {
    identity: identityOf(resolved),
    maxBatchItems,
    maxBatchTokens: 8000,
    async embed(request) {
      request.signal?.throwIfAborted()
      const count = request.texts.length
      if (count === 0) return []
      if (count > maxBatchItems) throw tooLarge(count)
      const answer = await embedContent(connection, { settings: resolved, source, request })
      return readEmbeddings(answer, { count, dimensions, source })
    },
  }
}

function tooLarge(count: number): EmbeddingError {
  return new EmbeddingError(
    'EMBEDDING_REQUEST_TOO_LARGE',
    `Gemini takes ${maxBatchItems} texts in one request, not ${count}. Send fewer, or wrap the model in batched().`,
  )
}
