import { EmbeddingError } from '@recallite/embeddings'
import { type Connection, type Fetch, parseJson } from '@recallite/embeddings/http'

export interface BatchRequests {
  /** Uploads lines of JSON and gives what the API says of the file. */
  upload(lines: string, signal: AbortSignal | undefined): Promise<unknown>
  /** Sends JSON and returns JSON. */
  post(path: string, body: unknown, signal: AbortSignal | undefined): Promise<unknown>
  get(path: string, signal: AbortSignal | undefined): Promise<unknown>
  /** Returns a file as text. */
  download(file: string, signal: AbortSignal | undefined): Promise<string>
}

export interface BatchServer {
  readonly endpoint: URL
  readonly apiKey: string
  readonly connection: Connection
  /** For jobs and files that may no longer exist. */
  readonly lookUps: Connection
}

// JSON contains no raw line break, so no line of it can begin with this.
const boundary = 'recallite-batch-file'

/**
 * Requests as documented at https://ai.google.dev/api/batch-api and https://ai.google.dev/api/files, under `v1beta`.
 */
export function createBatchRequests({ endpoint, apiKey, connection, lookUps }: BatchServer): BatchRequests {
  const base = endpoint.href.replace(/\/+$/, '')
  const headers = { 'x-goog-api-key': apiKey }
  const exchange = (path: string, init: RequestInit) => async (fetch: Fetch) => {
    const response = await fetch(`${base}/${path}`, { ...init, headers: { ...headers, ...init.headers } })
    return response.text()
  }
  const send = (path: string, signal: AbortSignal | undefined, init: RequestInit): Promise<string> =>
    connection.ask(exchange(path, init), signal)
  const fetchText = (path: string, signal: AbortSignal | undefined): Promise<string> =>
    lookUps.ask(exchange(path, {}), signal)
  return {
    async upload(lines, signal) {
      const type = { 'content-type': `multipart/related; boundary=${boundary}` }
      const init = { method: 'POST', headers: { ...type, 'x-goog-upload-protocol': 'multipart' } }
      const path = 'upload/v1beta/files?uploadType=multipart'
      return json(await send(path, signal, { ...init, body: multipart(lines) }))
    },
    async post(path, body, signal) {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
      return json(await send(`v1beta/${path}`, signal, { ...init, body: JSON.stringify(body) }))
    },
    get: async (path, signal) => json(await fetchText(`v1beta/${path}`, signal)),
    download: (file, signal) => fetchText(`v1beta/${file}:download?alt=media`, signal),
  }
}

function multipart(lines: string): string {
  const parts = [
    ['application/json; charset=utf-8', JSON.stringify({ file: { displayName: 'recallite' } })],
    ['application/jsonl', lines],
  ]
  const written = parts.map(
    ([type, content]) => `--${boundary}\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`,
  )
  return `${written.join('')}--${boundary}--\r\n`
}

function json(body: string): unknown {
  return parseJson(body) ?? raise(unreadableBatch())
}

export function raise(error: EmbeddingError): never {
  throw error
}

/** The error for an undocumented answer. */
export function unreadableBatch(): EmbeddingError {
  return new EmbeddingError(
    'EMBEDDING_RESPONSE_INVALID',
    'Gemini answered a batch request with something else than its API documents. Check the base URL.',
  )
}
