import { EmbeddingError } from '@recallite/embeddings'
import {
  assertEndpoint,
  createConnection,
  type FailedResponse,
  type Fetch,
  type HostedSettings,
} from '@recallite/embeddings/http'
import { Ollama } from 'ollama'

/** Creates a connection; sends nothing. Throws `EMBEDDING_MODEL_UNAVAILABLE` for an invalid base URL. */
export function connect(settings: HostedSettings & { readonly baseUrl?: string | undefined }, model: string) {
  const { baseUrl = 'http://127.0.0.1:11434', allowHttp, firstByteTimeout = 120_000 } = settings
  const endpoint = assertEndpoint(baseUrl, allowHttp)
  const host = endpoint.origin + endpoint.pathname.replace(/\/+$/, '')
  const connection = createConnection({
    ...settings,
    provider: 'ollama',
    endpoint,
    firstByteTimeout,
    // Also keeps the SDK from printing failures.
    explain: (response) => explainResponse(response, model),
  })
  return {
    host: connection.host,
    /** Runs one exchange; rejects like `Connection.ask`, with Ollama's own explanations where there are any. */
    ask: <T>(exchange: (client: Ollama) => Promise<T>, signal: AbortSignal | undefined): Promise<T> =>
      connection
        .ask((send) => exchange(new Ollama({ host, fetch: keyless(send) })), signal)
        .catch((error: unknown) => {
          throw explainError(error, endpoint.host)
        }),
  }
}

/** Ollama's own errors by their texts; the first match counts. */
const explanations: readonly (readonly [
  words: RegExp,
  code: EmbeddingError['code'],
  explain: (context: { readonly host: string; readonly model: string }) => string,
])[] = [
  [
    /model\b.*\bnot found/i,
    'EMBEDDING_MODEL_UNAVAILABLE',
    ({ host, model }) =>
      `Ollama at ${host} does not have the model ${model}. Get it with: ollama pull ${model}`,
  ],
  [
    /does not support (?:generating )?embed/i,
    'EMBEDDING_MODEL_UNAVAILABLE',
    ({ host, model }) =>
      `${model} of Ollama at ${host} is not an embedding model. Choose one, such as nomic-embed-text.`,
  ],
  [
    // Some models always produce this for certain texts: JSON cannot represent the vector.
    /unsupported value: (?:NaN|[+-]?Inf)/,
    'EMBEDDING_RESPONSE_INVALID',
    ({ host, model }) =>
      `${model} of Ollama at ${host} produced a vector that is not finite for one of the texts.`,
  ],
]

function explainResponse({ status, host, body }: FailedResponse, model: string): EmbeddingError | undefined {
  const words = String(body)
  const explanation = status < 400 ? undefined : explanations.find(([pattern]) => pattern.test(words))
  if (explanation === undefined) return undefined
  const [, code, explain] = explanation
  return new EmbeddingError(code, explain({ host, model }))
}

/** The SDK sends the key of the environment to ollama.com, even if the caller did not provide it. */
function keyless(send: Fetch): Fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers)
    headers.delete('authorization')
    return send(input, { ...init, headers })
  }
}

function explainError(error: unknown, host: string): unknown {
  if (!EmbeddingError.isInstance(error) || !error.isRetryable) return error
  if (!error.message.includes('ECONNREFUSED')) return error
  const message = `Ollama is not running at ${host} (ECONNREFUSED). Start it with: ollama serve`
  return new EmbeddingError(error.code, message, { cause: error.cause, isRetryable: true })
}
