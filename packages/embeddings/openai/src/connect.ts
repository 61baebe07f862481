import {
  assertApiKey,
  assertEndpoint,
  type Connection,
  type ConnectionOptions,
  createConnection,
  type Fetch,
} from '@recallite/embeddings/http'
import { OpenAI } from 'openai'
import type { OpenAIEmbeddingsSettings } from './settings.js'

/** A connection whose exchanges are calls of OpenAI's client. */
export interface OpenAIConnection extends Pick<Connection, 'host' | 'clean'> {
  /** Runs one exchange; rejects as that of a `Connection`. */
  ask<T>(exchange: (client: OpenAI) => Promise<T>, signal: AbortSignal | undefined): Promise<T>
}

/** What differs from a connection for embeddings. */
export interface AnswerOptions {
  /** How much an answer may be. */
  readonly maxBytes?: number
  readonly bodyTimeout?: number
  readonly explain?: ConnectionOptions['explain']
}

const keyRemedy = 'Set it to the key of your account, or to any word for a server that wants none.'

/**
 * Prepares a connection; nothing is sent yet.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` for a key or a base URL that cannot be used
 */
export function connect(settings: OpenAIEmbeddingsSettings, answers: AnswerOptions = {}): OpenAIConnection {
  const apiKey = assertApiKey(settings.apiKey, { owner: 'OpenAI', remedy: keyRemedy })
  const { baseUrl = 'https://api.openai.com/v1', allowHttp } = settings
  const endpoint = assertEndpoint(baseUrl, { allowHttp })
  const connection = createConnection({
    provider: 'openai',
    endpoint,
    fetch: settings.fetch,
    // A word for a server that wants no key is none, and may stand in any message.
    secrets: apiKey.length < 8 ? [] : [apiKey],
    now: settings.now,
    firstByteTimeout: settings.firstByteTimeout,
    idleTimeout: settings.idleTimeout,
    ...answers,
  })
  return {
    host: connection.host,
    clean: (text) => connection.clean(text),
    ask: (exchange, signal) =>
      connection.ask((fetch) => exchange(createClient({ apiKey, endpoint, fetch })), signal),
  }
}

/** A client that takes nothing from the environment, says nothing and tries once. */
function createClient({ apiKey, endpoint, fetch }: { apiKey: string; endpoint: URL; fetch: Fetch }): OpenAI {
  return new OpenAI({
    apiKey,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: endpoint.origin + endpoint.pathname.replace(/\/+$/, ''),
    defaultQuery: Object.fromEntries(endpoint.searchParams),
    // Stands above what OPENAI_CUSTOM_HEADERS may hold.
    defaultHeaders: { authorization: `Bearer ${apiKey}` },
    maxRetries: 0,
    logLevel: 'off',
    // Without this property the SDK asks `data:,` before an upload, to learn what the answers are made of.
    fetch: Object.assign(fetch, { Response }),
  })
}
