import { assertEndpoint, createConnection, type Connection, type Fetch } from '@recallite/embeddings/http'
import { Ollama } from 'ollama'
import { explainError, explainResponse } from './explain-failure.js'
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

/** The SDK sends the key that it finds in the environment to ollama.com; nobody gave it to us. */
function keyless(send: Fetch): Fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers)
    headers.delete('authorization')
    return send(input, { ...init, headers })
  }
}
