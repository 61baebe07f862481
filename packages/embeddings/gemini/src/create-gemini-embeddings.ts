import { EmbeddingError, type EmbeddingModel } from '@recallite/embeddings'
import {
  createHostedModel,
  type HostedRequest,
  readUnitVector,
  takeInOrder,
  valueAt,
} from '@recallite/embeddings/http'
import { createRequests } from './requests.js'
import {
  embedRequest,
  familyOf,
  type GeminiEmbeddingsSettings,
  promptText,
  type ResolvedSettings,
  resolveSettings,
} from './settings.js'

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
  const { model, dimensions } = resolved
  const { host, post } = createRequests(resolved)
  return createHostedModel(
    {
      identity: { provider: 'gemini', model, promptStyle: familyOf(model).promptStyle },
      dimensions,
      maxBatchItems,
      source: `gemini/${model} at ${host}`,
      prepare: (role, text) => promptText(model, role, text),
      ask: (request) => post(`models/${model}:batchEmbedContents`, bodyOf(resolved, request), request.signal),
      read: (answer, expected) =>
        takeInOrder(valueAt(answer, 'embeddings'), expected, (embedding) =>
          readUnitVector(valueAt(embedding, 'values'), dimensions),
        ),
      firstVector: ['embeddings', '0', 'values'],
    },
    settings.signal,
  )
}

/** The body of a request for the vectors of some texts. */
function bodyOf(settings: ResolvedSettings, { input: texts, role }: HostedRequest) {
  if (texts.length > maxBatchItems) {
    const message = `Gemini takes ${maxBatchItems} texts in one request, not ${texts.length}. Send fewer.`
    throw new EmbeddingError('EMBEDDING_REQUEST_TOO_LARGE', message)
  }
  return { requests: texts.map((text) => embedRequest(settings, role, text)) }
}
