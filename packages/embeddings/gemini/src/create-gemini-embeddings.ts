import { GoogleGenAI } from '@google/genai/web'
import { EmbeddingError, type EmbeddingModel } from '@recallite/embeddings'
import {
  type Connection,
  createHostedModel,
  type Fetch,
  type HostedRequest,
  noEmbeddings,
  readUnitVector,
  takeInOrder,
  valueAt,
} from '@recallite/embeddings/http'
import {
  connect,
  embedConfig,
  familyOf,
  type GeminiEmbeddingsSettings,
  promptText,
  type ResolvedSettings,
  resolveSettings,
} from './settings.js'

/** The limit of `batchEmbedContents`. */
const maxBatchItems = 100

/**
 * Creates a model of the Gemini API; sends nothing yet. Long texts are cut at an estimated length; vectors have length 1.
 * Rejects with `EMBEDDING_MODEL_UNAVAILABLE` for invalid settings.
 */
export async function createGeminiEmbeddings(settings: GeminiEmbeddingsSettings): Promise<EmbeddingModel> {
  settings.signal?.throwIfAborted()
  const resolved = resolveSettings(settings)
  const { model, dimensions } = resolved
  const connection = connect(resolved)
  return createHostedModel(
    {
      identity: { provider: 'gemini', model, promptStyle: familyOf(model).promptStyle },
      dimensions,
      maxBatchItems,
      source: `gemini/${model} at ${connection.host}`,
      prepare: (role, text) => promptText(model, role, text),
      ask: (request) => embedContent(connection, resolved, request),
      read: (answer, expected) =>
        takeInOrder(valueAt(answer, 'embeddings'), expected, (embedding) =>
          readUnitVector(valueAt(embedding, 'values'), dimensions),
        ),
      firstVector: ['embeddings', '0', 'values'],
    },
    settings.signal,
  )
}

async function embedContent(
  connection: Connection,
  settings: ResolvedSettings,
  { input: texts, role, signal }: HostedRequest,
): Promise<unknown> {
  const { apiKey, endpoint, model } = settings
  if (texts.length > maxBatchItems) {
    const message = `Gemini accepts ${maxBatchItems} texts per request, not ${texts.length}. Send fewer.`
    throw new EmbeddingError('EMBEDDING_REQUEST_TOO_LARGE', message)
  }
  return connection.ask(async (fetch) => {
    let isRead = false
    const readWhole: Fetch = async (input, init) => {
      const text = await (await fetch(input, init)).text()
      isRead = true
      return new Response(text)
    }
    const httpOptions = { baseUrl: endpoint.href, fetch: readWhole }
    const client = new GoogleGenAI({ apiKey, vertexai: false, apiVersion: 'v1beta', httpOptions })
    const contents = texts.map((text) => ({ parts: [{ text }] }))
    try {
      return await client.models.embedContent({ model, contents, config: embedConfig(settings, role) })
    } catch (error) {
      // The client's error for an unreadable answer quotes the answer.
      throw isRead ? noEmbeddings(`gemini/${model} at ${connection.host}`) : error
    }
  }, signal)
}
