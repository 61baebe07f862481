import { EmbeddingError } from '@recallite/embeddings'
import {
  assertEndpoint,
  createConnection,
  type FailedResponse,
  type HostedSettings,
  parseJson,
} from '@recallite/embeddings/http'

/**
 * Prepares a connection; sends nothing.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` for an invalid base URL
 */
export function connect(settings: HostedSettings & { readonly baseUrl?: string | undefined }, model: string) {
  const { baseUrl = 'http://127.0.0.1:11434', allowHttp, firstByteTimeout = 120_000 } = settings
  const endpoint = assertEndpoint(baseUrl, allowHttp)
  const host = endpoint.origin + endpoint.pathname.replace(/\/+$/, '')
  const connection = createConnection({
    ...settings,
    provider: 'ollama',
    endpoint,
    firstByteTimeout,
    explain: (response) => explainResponse(response, model),
  })
  return {
    host: connection.host,
    /**
     * The answer to a request of https://docs.ollama.com/api/embed; rejects as `Connection` does, with Ollama's own
     * explanations where known.
     */
    embed: (request: object, signal: AbortSignal | undefined): Promise<unknown> =>
      connection
        .ask(async (fetch) => {
          const headers = { 'content-type': 'application/json' }
          const init = { method: 'POST', headers, body: JSON.stringify(request) }
          return parseJson(await (await fetch(`${host}/api/embed`, init)).text())
        }, signal)
        .catch((error: unknown) => {
          throw explainError(error, endpoint.host)
        }),
  }
}

/** Ollama's own errors by their words; the first match counts. */
const sayings: readonly (readonly [
  words: RegExp,
  code: EmbeddingError['code'],
  explain: (asked: { readonly host: string; readonly model: string }) => string,
])[] = [
  [
    /model\b.*\bnot found/i,
    'EMBEDDING_MODEL_UNAVAILABLE',
    ({ host, model }) => `Ollama at ${host} does not have the model ${model}. Get it: ollama pull ${model}`,
  ],
  [
    /does not support (?:generating )?embed/i,
    'EMBEDDING_MODEL_UNAVAILABLE',
    ({ host, model }) =>
      `${model} of Ollama at ${host} is no model for embedding. Name one, such as nomic-embed-text.`,
  ],
  [
    // Some models produce this for some texts, permanently: JSON cannot carry it.
    /unsupported value: (?:NaN|[+-]?Inf)/,
    'EMBEDDING_RESPONSE_INVALID',
    ({ host, model }) =>
      `${model} of Ollama at ${host} made a vector that is not finite of one of the texts.`,
  ],
]

/** The error for a response that only Ollama gives; undefined for others. */
function explainResponse({ status, host, body }: FailedResponse, model: string): EmbeddingError | undefined {
  const known = status < 400 ? undefined : sayings.find(([pattern]) => pattern.test(body))
  if (known === undefined) return undefined
  const [, code, explain] = known
  return new EmbeddingError(code, explain({ host, model }))
}

/** Replaces a refused connection by the advice to start Ollama. */
function explainError(error: unknown, host: string): unknown {
  if (!EmbeddingError.isInstance(error) || !error.isRetryable) return error
  if (!error.message.includes('ECONNREFUSED')) return error
  const message = `Ollama does not run at ${host} (ECONNREFUSED). Start it with: ollama serve`
  return new EmbeddingError(error.code, message, { cause: error.cause, isRetryable: true })
}
