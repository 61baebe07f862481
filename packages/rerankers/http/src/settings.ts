import { assertApiKey, assertEndpoint, type HostedSettings } from '@recallite/embeddings/http'

/**
 * What the scores of a service are: probabilities, or logits, of which the logistic function makes probabilities; `auto`: logits
 * if a score of the answer lies outside of 0 to 1.
 */
export type ScoreScale = 'auto' | 'probability' | 'logit'

/** The settings of a reranker behind a network. */
export interface HttpRerankerSettings extends HostedSettings {
  /** The address of the API, such as `https://api.jina.ai/v1`; `/rerank` is appended unless it ends like that. */
  readonly baseUrl: string
  /** The model to ask for; servers that have one model need none. */
  readonly model?: string | undefined
  /** The key for requests, for services that want one. */
  readonly apiKey?: string | undefined
  /** Default `auto`. */
  readonly scale?: ScoreScale | undefined
}

/** Where requests go, and with which headers. */
export interface Endpoint {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** What no error may contain. */
  readonly secrets: readonly string[]
}

/**
 * Validates address and key.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` without the key
 */
export function resolveEndpoint({ baseUrl, apiKey, allowHttp }: HttpRerankerSettings): Endpoint {
  const url = assertEndpoint(baseUrl, allowHttp)
  if (!/\/rerank(?:ing)?\/*$/u.test(url.pathname))
    url.pathname = `${url.pathname.replace(/\/+$/u, '')}/rerank`
  const json = { 'content-type': 'application/json', accept: 'application/json' }
  if (apiKey === undefined) return { url, headers: json, secrets: [] }
  const key = assertApiKey(apiKey, `the reranker at ${url.host}`, 'Set it to the key of your account.')
  // For a server without keys, any word serves as one and may appear in messages.
  const secrets = key.length < 8 ? [] : [key]
  return { url, headers: { ...json, authorization: `Bearer ${key}` }, secrets }
}
