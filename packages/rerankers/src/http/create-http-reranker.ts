import {
  assertApiKey,
  assertEndpoint,
  createConnection,
  type HostedSettings,
  valueAt,
} from '@recallite/embeddings/http'
import { cutText } from '@recallite/embeddings/provider'
import { type Reranker, RerankError, rerankErrorOf, type RerankRequest, sigmoid } from '../index.js'

/** Tokens of a text and of a query that are sent; for texts the default of Cohere (`max_tokens_per_doc`). */
const maxTokens = { text: 4096, query: 1024 }

/**
 * A reranker service with the common request `POST …/rerank`: Cohere (v1 and v2), Jina, Voyage, vLLM, llama.cpp, and Text Embeddings
 * Inference, which needs a second request, since it calls the documents `texts`. Without retries; sends nothing before the first call.
 * @throws RerankError `RERANKER_UNAVAILABLE` for an invalid key or address
 */
export function createHttpReranker(settings: HttpRerankerSettings): Reranker {
  const { model } = settings
  const { connection, url, headers } = connect(settings)
  const source = model === undefined ? url.host : `${model} at ${url.host}`
  let field: 'documents' | 'texts' = 'documents'
  const send = async ({ query, texts, signal }: RerankRequest): Promise<unknown> => {
    const tried = field
    const sent = texts.map((text) => cutText(text, maxTokens.text))
    const body = JSON.stringify({ model, query: cutText(query, maxTokens.query), [tried]: sent })
    const request = { method: 'POST', headers, body }
    try {
      return await connection.ask(async (fetch) => (await fetch(url, request)).json(), signal)
    } catch (cause) {
      const error = rerankErrorOf(cause)
      if (tried === 'texts' || !isAboutField(error)) throw error
      field = 'texts'
      return send({ query, texts, signal })
    }
  }
  return {
    specificationVersion: 'v1',
    identity: { provider: 'http', model: model ?? url.host },
    async rerank(request) {
      const { texts, signal } = request
      signal?.throwIfAborted()
      return texts.length === 0 ? [] : readScores(await send(request), { count: texts.length, source })
    },
  }
}

/** Text Embeddings Inference rejects `documents` with "missing field `texts`". */
function isAboutField(error: unknown): boolean {
  const isInvalid = RerankError.isInstance(error) && error.code === 'RERANK_REQUEST_INVALID'
  return isInvalid && /missing field .?texts\b/u.test(error.message)
}

/** The settings of a reranker service. */
export interface HttpRerankerSettings extends HostedSettings {
  /** Such as `https://api.jina.ai/v1`; `/rerank` is appended unless it ends with that. */
  readonly baseUrl: string
  /** Not needed for servers with a single model. */
  readonly model?: string | undefined
  readonly apiKey?: string | undefined
}

/** Validates address and key; sends nothing. */
function connect(settings: HttpRerankerSettings) {
  const { baseUrl, apiKey, allowHttp } = settings
  const context = { provider: 'the reranker', serves: 'reranking' }
  const json = { 'content-type': 'application/json', accept: 'application/json' }
  try {
    const url = assertEndpoint(baseUrl, allowHttp)
    if (!/\/rerank(?:ing)?\/*$/u.test(url.pathname))
      url.pathname = `${url.pathname.replace(/\/+$/u, '')}/rerank`
    const remedy = 'Set it to the key of your account.'
    const key = apiKey === undefined ? '' : assertApiKey(apiKey, `the reranker at ${url.host}`, remedy)
    // Servers without keys accept any word, which may appear in messages.
    const secrets = key.length < 8 ? [] : [key]
    const connection = createConnection({ ...settings, ...context, endpoint: url, secrets })
    return { connection, url, headers: { ...json, ...(key !== '' && { authorization: `Bearer ${key}` }) } }
  } catch (error) {
    throw rerankErrorOf(error)
  }
}

/**
 * The scores of an answer in the order of the texts: `results` of Cohere, Jina, llama.cpp and vLLM, `data` of Voyage, or the list
 * itself of Text Embeddings Inference; each entry has `index` and `relevance_score` or `score`.
 * @throws RerankError `RERANK_RESPONSE_INVALID` unless each text has one finite score
 */
export function readScores(
  answer: unknown,
  { count, source }: { readonly count: number; readonly source: string },
): number[] {
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
