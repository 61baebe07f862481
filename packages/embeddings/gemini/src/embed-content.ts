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

/** What is to be embedded, and by which model. */
interface AskedTexts {
  readonly settings: ResolvedSettings
  /** The model and where it is, for messages. */
  readonly source: string
  readonly request: EmbeddingRequest
}

/**
 * What Google's client makes of one request; rejects as an exchange of the connection does.
 */
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
      // What the client says of an answer that it cannot read quotes the answer.
      throw isRead ? noEmbeddings(source) : error
    }
  }, signal)
}

/**
 * The vectors of an answer, in its order: it tells by position alone which text each belongs to.
 * @throws EmbeddingError `EMBEDDING_RESPONSE_INVALID` when a text has no good vector, with those of the others
 */
export function readEmbeddings(answer: unknown, expected: ExpectedAnswer): Float32Array[] {
  return takeInOrder(valueAt(answer, 'embeddings'), expected, (embedding) =>
    readUnitVector(valueAt(embedding, 'values'), expected.dimensions),
  )
}
