import {
  assertApiKey,
  assertEndpoint,
  type ConnectionOptions,
  createConnection,
  type Fetch,
} from '@recallite/embeddings/http'
import { OpenAI } from 'openai'
import type { OpenAIEmbeddingsSettings } from './settings.js'

const keyRemedy = 'Set it to the key of your account, or to any word for a server without keys.'

/** Creates a connection; sends nothing. Throws `EMBEDDING_MODEL_UNAVAILABLE` for an invalid key or base URL. */
export function connect(settings: OpenAIEmbeddingsSettings, answers: Partial<ConnectionOptions> = {}) {
  const apiKey = assertApiKey(settings.apiKey, 'OpenAI', keyRemedy)
  const { baseUrl = 'https://api.openai.com/v1', allowHttp } = settings
  const endpoint = assertEndpoint(baseUrl, allowHttp)
  const connection = createConnection({
    ...settings,
    provider: 'openai',
    endpoint,
    // A short key is any word for a server without keys, and may appear in messages.
    secrets: apiKey.length < 8 ? [] : [apiKey],
    ...answers,
  })
  return {
    ...connection,
    ask: <T>(exchange: (client: OpenAI) => Promise<T>, signal: AbortSignal | undefined): Promise<T> =>
      connection.ask((fetch) => exchange(createClient({ apiKey, endpoint, fetch })), signal),
  }
}

/** A client that reads no environment variables, logs nothing and does not retry. */
function createClient({ apiKey, endpoint, fetch }: { apiKey: string; endpoint: URL; fetch: Fetch }): OpenAI {
  return new OpenAI({
    apiKey,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: endpoint.origin + endpoint.pathname.replace(/\/+$/, ''),
    defaultQuery: Object.fromEntries(endpoint.searchParams),
    // Overrides OPENAI_CUSTOM_HEADERS.
    defaultHeaders: { authorization: `Bearer ${apiKey}` },
    maxRetries: 0,
    logLevel: 'off',
    // Without this property, the SDK requests `data:,` before an upload to detect the response type.
    fetch: Object.assign(fetch, { Response }),
  })
}
