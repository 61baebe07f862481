import { type Connection, createConnection } from '@recallite/embeddings/http'
import { cutText } from '@recallite/embeddings/provider'
import { RerankError, type Reranker, rerankErrorOf } from '@recallite/rerankers'
import { readScores } from './read-scores.js'
import { type Endpoint, type HttpRerankerSettings, resolveEndpoint } from './settings.js'

/** The most tokens of a text that are sent, as Cohere reads by default (`max_tokens_per_doc`), and of a query. */
const most = { text: 4096, query: 1024 }

/**
 * A reranker behind a network, asked by the common request `POST …/rerank` with query and documents, as Cohere (v1 and v2),
 * Jina, Voyage, vLLM and the server of llama.cpp answer it; Text Embeddings Inference, which calls the documents texts, is
 * asked again by that name. Each call is one request, without retries. Sends nothing before the first call.
 * @throws RerankError `RERANKER_UNAVAILABLE` for an invalid key or address
 */
export function createHttpReranker(settings: HttpRerankerSettings): Reranker {
  const { model, scale = 'auto' } = settings
  const endpoint = checkedEndpoint(settings)
  const { url, secrets } = endpoint
  const context = { provider: 'the reranker', serves: 'reranking', endpoint: url, secrets }
  const connection = createConnection({ ...settings, ...context })
  const ask = createExchange(connection, endpoint)
  const source = model === undefined ? url.host : `${model} at ${url.host}`
  return {
    identity: { provider: 'http', model: model ?? url.host },
    async rerank({ query, texts, signal }) {
      signal?.throwIfAborted()
      if (texts.length === 0) return []
      const sent = texts.map((text) => cutText(text, most.text))
      const answer = await ask({ model, query: cutText(query, most.query), texts: sent }, signal)
      return readScores(answer, { count: texts.length, scale, source })
    },
  }
}

function checkedEndpoint(settings: HttpRerankerSettings): Endpoint {
  try {
    return resolveEndpoint(settings)
  } catch (error) {
    throw rerankErrorOf(error)
  }
}

interface RerankBody {
  readonly model: string | undefined
  readonly query: string
  readonly texts: readonly string[]
}

/** Sends a request; the name under which the texts are sent is learned from a server's refusal of the usual one. */
function createExchange(connection: Connection, { url, headers }: Pick<Endpoint, 'url' | 'headers'>) {
  let name: 'documents' | 'texts' = 'documents'
  const send = ({ texts, ...body }: RerankBody, signal: AbortSignal | undefined): Promise<unknown> => {
    const request = { method: 'POST', headers, body: JSON.stringify({ ...body, [name]: texts }) }
    const asking = connection.ask(async (fetch) => (await fetch(url, request)).json(), signal)
    return asking.catch((error: unknown) => {
      throw rerankErrorOf(error)
    })
  }
  return async (body: RerankBody, signal: AbortSignal | undefined): Promise<unknown> => {
    try {
      return await send(body, signal)
    } catch (error) {
      if (name === 'texts' || !isAboutName(error)) throw error
      name = 'texts'
      return send(body, signal)
    }
  }
}

/** What Text Embeddings Inference answers to `documents`: "missing field `texts`". */
function isAboutName(error: unknown): boolean {
  return (
    RerankError.isInstance(error) &&
    error.code === 'RERANK_REQUEST_INVALID' &&
    /missing field .?texts\b/u.test(error.message)
  )
}
