import {
  assertApiKey,
  assertEndpoint,
  type Connection,
  createConnection,
  type HostedSettings,
  valueAt,
} from '@recallite/embeddings/http'
import { cutText } from '@recallite/embeddings/provider'
import { type Reranker, RerankError, rerankErrorOf, sigmoid } from '../index.js'

/** Tokens of a text and of a query that are sent; for texts the default of Cohere (`max_tokens_per_doc`). */
const maxTokens = { text: 4096, query: 1024 }

/**
 * A reranker service with the common request `POST …/rerank`: Cohere (v1 and v2), Jina, Voyage, vLLM, llama.cpp, and Text Embeddings
 * Inference, which needs a second request, since it calls the documents `texts`. Without retries; sends nothing before the first call.
 * @throws RerankError `RERANKER_UNAVAILABLE` for an invalid key or address
 */
export function createHttpReranker(settings: HttpRerankerSettings): Reranker {
  const { model } = settings
  const endpoint = checkedEndpoint(settings)
  const { url, secrets } = endpoint
  const context = { provider: 'the reranker', serves: 'reranking', endpoint: url, secrets }
  const connection = createConnection({ ...settings, ...context })
  const ask = createExchange(connection, endpoint)
  const source = model === undefined ? url.host : `${model} at ${url.host}`
  return {
    specificationVersion: 'v1',
    identity: { provider: 'http', model: model ?? url.host },
    async rerank({ query, texts, signal }) {
      signal?.throwIfAborted()
      if (texts.length === 0) return []
      const sent = texts.map((text) => cutText(text, maxTokens.text))
      const answer = await ask({ model, query: cutText(query, maxTokens.query), texts: sent }, signal)
      return readScores(answer, { count: texts.length, source })
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

/** Sends requests; switches to the field `texts` when a server rejects `documents`. */
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

/** Text Embeddings Inference rejects `documents` with "missing field `texts`". */
function isAboutName(error: unknown): boolean {
  return (
    RerankError.isInstance(error) &&
    error.code === 'RERANK_REQUEST_INVALID' &&
    /missing field .?texts\b/u.test(error.message)
  )
}

/** The settings of a reranker service. */
export interface HttpRerankerSettings extends HostedSettings {
  /** Such as `https://api.jina.ai/v1`; `/rerank` is appended unless it ends with that. */
  readonly baseUrl: string
  /** Not needed for servers with a single model. */
  readonly model?: string | undefined
  readonly apiKey?: string | undefined
}

/** The address and headers of requests, and the secrets that no error may contain. */
export interface Endpoint {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly secrets: readonly string[]
}

/** Validates address and key; throws an EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE`. */
function resolveEndpoint({ baseUrl, apiKey, allowHttp }: HttpRerankerSettings): Endpoint {
  const url = assertEndpoint(baseUrl, allowHttp)
  if (!/\/rerank(?:ing)?\/*$/u.test(url.pathname))
    url.pathname = `${url.pathname.replace(/\/+$/u, '')}/rerank`
  const json = { 'content-type': 'application/json', accept: 'application/json' }
  if (apiKey === undefined) return { url, headers: json, secrets: [] }
  const key = assertApiKey(apiKey, `the reranker at ${url.host}`, 'Set it to the key of your account.')
  // Servers without keys accept any word, which may appear in messages.
  const secrets = key.length < 8 ? [] : [key]
  return { url, headers: { ...json, authorization: `Bearer ${key}` }, secrets }
}

/** The number of texts in the request, and the model with its host, for messages. */
export interface ExpectedScores {
  readonly count: number
  readonly source: string
}

/**
 * The scores of an answer in the order of the texts: `results` of Cohere, Jina, llama.cpp and vLLM, `data` of Voyage, or the list
 * itself of Text Embeddings Inference; each entry has `index` and `relevance_score` or `score`.
 * @throws RerankError `RERANK_RESPONSE_INVALID` unless each text has one finite score
 */
export function readScores(answer: unknown, { count, source }: ExpectedScores): number[] {
  const entries = [answer, valueAt(answer, 'results'), valueAt(answer, 'data')].find((list) =>
    Array.isArray(list),
  )
  if (entries === undefined) throw unusable(source, 'without a list of scores')
  if (entries.length !== count) throw unusable(source, `${count} texts with ${entries.length} scores`)
  const scores = Array.from<number>({ length: count }).fill(Number.NaN)
  for (const entry of entries) {
    const position = Number(valueAt(entry, 'index') ?? Number.NaN)
    if (!Object.hasOwn(scores, position))
      throw unusable(source, `with a score for an unknown text (index ${position})`)
    const score = valueAt(entry, 'relevance_score') ?? valueAt(entry, 'score')
    if (typeof score !== 'number' || !Number.isFinite(score))
      throw unusable(source, `text ${position} with a score that is not a number`)
    if (!Number.isNaN(scores[position])) throw unusable(source, `text ${position} with several scores`)
    scores[position] = score
  }
  return toProbabilities(scores)
}

/** If any score is outside of 0 to 1, all are logits. */
function toProbabilities(scores: number[]): number[] {
  return scores.every((score) => score >= 0 && score <= 1) ? scores : scores.map(sigmoid)
}

function unusable(source: string, what: string): RerankError {
  return new RerankError(
    'RERANK_RESPONSE_INVALID',
    `${source} answered ${what}. Check that the address is that of a reranker.`,
  )
}
