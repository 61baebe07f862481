import { EmbeddingError } from '@recallite/embeddings'
import {
  assertEndpoint,
  type Connection,
  createConnection,
  type FailedResponse,
  type Fetch,
} from '@recallite/embeddings/http'
import { Ollama } from 'ollama'
import type { OllamaEmbeddingsSettings } from './settings.js'

/** A connection whose exchanges are calls of Ollama's client. */
export interface OllamaConnection extends Pick<Connection, 'host'> {
  /** Runs one exchange; rejects as that of a `Connection`, in Ollama's terms where those are known. */
  ask<T>(exchange: (client: Ollama) => Promise<T>, signal: AbortSignal | undefined): Promise<T>
}

/**
 * Prepares a connection; nothing is sent yet.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` for a base URL that cannot be used
 */
export function connect(settings: OllamaEmbeddingsSettings, model: string): OllamaConnection {
  const { baseUrl = 'http://127.0.0.1:11434', allowHttp, fetch, now } = settings
  const { firstByteTimeout = 120_000, idleTimeout } = settings
  const endpoint = assertEndpoint(baseUrl, { allowHttp })
  const host = endpoint.origin + endpoint.pathname.replace(/\/+$/, '')
  const connection = createConnection({
    provider: 'ollama',
    endpoint,
    fetch,
    now,
    firstByteTimeout,
    idleTimeout,
    // Also keeps the SDK from writing failures to the standard output of the program.
    explain: (response) => explainResponse(response, model),
  })
  return {
    host: connection.host,
    ask: (exchange, signal) =>
      connection
        .ask((send) => exchange(new Ollama({ host, fetch: keyless(send) })), signal)
        .catch((error: unknown) => {
          throw explainError(error, endpoint.host)
        }),
  }
}

/** Who was asked for what. */
interface Asked {
  /** Host and port. */
  readonly host: string
  readonly model: string
}

/** What Ollama alone says, by the words of its `error`; the first that fits counts. */
const sayings: readonly (readonly [
  words: RegExp,
  code: EmbeddingError['code'],
  explain: (asked: Asked) => string,
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
    // What some models make of some texts, for good: JSON cannot carry it.
    /unsupported value: (?:NaN|[+-]?Inf)/,
    'EMBEDDING_RESPONSE_INVALID',
    ({ host, model }) =>
      `${model} of Ollama at ${host} made a vector that is not finite of one of the texts.`,
  ],
]

/** The error for an answer that is a failure in Ollama's terms; undefined for one that its status tells enough of. */
function explainResponse({ status, host, body }: FailedResponse, model: string): EmbeddingError | undefined {
  const words = String(body)
  const known = status < 400 ? undefined : sayings.find(([pattern]) => pattern.test(words))
  if (known === undefined) return undefined
  const [, code, explain] = known
  return new EmbeddingError(code, explain({ host, model }))
}

/** The SDK sends the key that it finds in the environment to ollama.com; nobody gave it to us. */
function keyless(send: Fetch): Fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers)
    headers.delete('authorization')
    return send(input, { ...init, headers })
  }
}

/** What a call is to reject with: where nothing listens, that Ollama does not run. */
function explainError(error: unknown, host: string): unknown {
  if (!EmbeddingError.isInstance(error) || !error.isRetryable) return error
  if (!error.message.includes('ECONNREFUSED')) return error
  const message = `Ollama does not run at ${host} (ECONNREFUSED). Start it with: ollama serve`
  return new EmbeddingError(error.code, message, { cause: error.cause, isRetryable: true })
}
