import { GoogleGenAI } from '@google/genai/web'
import type { EmbeddingRequest } from '@recallite/embeddings'
import {
  type Connection,
  type ExpectedAnswer,
  type Fetch,
  noEmbeddings,
  takeInOrder,
} from '@recallite/embeddings/http'
import { contentOf, embedConfig } from './model-family.js'
import type { ResolvedSettings } from './settings.js'
import { readUnitVector, valueAt } from './wire.js'

interface AskedTexts {
  readonly settings: ResolvedSettings
  readonly source: string
  readonly request: EmbeddingRequest
}

/** Sends one request with Google's client. */
export function embedContent(
  connection: Connection,
  { settings, source, request }: AskedTexts,
): Promise<unknown> {
  const { apiKey, endpoint, model, dimensions } = settings
  const { texts, role, signal } = request
  return connection.ask(async (fetch) => {
    let isRead = false
    const readWhole: Fetch = async (input, init) => {
      const text = await (await fetch(input, init)).text()
      isRead = true
      return new Response(text)
    }
    const httpOptions = { baseUrl: endpoint.href, fetch: readWhole }
    const client = new GoogleGenAI({ apiKey, vertexai: false, httpOptions })
    try {
      return await client.models.embedContent({
        model,
        contents: texts.map((text) => contentOf(model, role, text)),
        config: embedConfig({ model, dimensions }, role),
      })
    } catch (error) {
      // The client's error for an unreadable answer quotes the answer.
      throw isRead ? noEmbeddings(source) : error
    }
  }, signal)
}

/**
 * The vectors of an answer, which are assigned by position.
 * @throws EmbeddingError `EMBEDDING_RESPONSE_INVALID` if a text has no good vector, with the vectors of the others
 */
export function readEmbeddings(answer: unknown, expected: ExpectedAnswer): Float32Array[] {
  return takeInOrder(valueAt(answer, 'embeddings'), expected, (embedding) =>
    readUnitVector(valueAt(embedding, 'values'), expected.dimensions),
  )
}
