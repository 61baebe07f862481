import { EmbeddingError } from '@recallite/embeddings'
import {
  assertEndpoint,
  createConnection,
  type FailedResponse,
  type Fetch,
  type HostedSettings,
} from '@recallite/embeddings/http'
import { Ollama } from 'ollama'

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
    // It also keeps the SDK from printing failures.
    explain: (response) => explainResponse(response, model),
  })
  return {
    host: connection.host,
    /** Runs one exchange; rejects as `Connection` does, with Ollama's own explanations where known. */
    ask: <T>(exchange: (client: Ollama) => Promise<T>, signal: AbortSignal | undefined): Promise<T> =>
      connection
        .ask((send) => exchange(new Ollama({ host, fetch: keyless(send) })), signal)
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
  const words = String(body)
  const known = status < 400 ? undefined : sayings.find(([pattern]) => pattern.test(words))
  if (known === undefined) return undefined
  const [, code, explain] = known
  return new EmbeddingError(code, explain({ host, model }))
}

/** The SDK sends the key of the environment to ollama.com, although the caller did not provide it. */
function keyless(send: Fetch): Fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers)
    headers.delete('authorization')
    return send(input, { ...init, headers })
  }
}

/** Replaces a refused connection by the advice to start Ollama. */
function explainError(error: unknown, host: string): unknown {
  if (!EmbeddingError.isInstance(error) || !error.isRetryable) return error
  if (!error.message.includes('ECONNREFUSED')) return error
  const message = `Ollama does not run at ${host} (ECONNREFUSED). Start it with: ollama serve`
  return new EmbeddingError(error.code, message, { cause: error.cause, isRetryable: true })
}
