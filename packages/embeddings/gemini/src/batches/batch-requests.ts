import { EmbeddingError } from '@recallite/embeddings'
import { type Fetch, parseJson } from '@recallite/embeddings/http'
import { connect, type ResolvedSettings } from '../settings.js'
import { explainGoneJob } from './batch-format.js'

/** Uploads take long before the first byte; a thousand vectors of 3,072 numbers are 70 MB of JSON. */
const limits = { firstByteTimeout: 120_000, bodyTimeout: 600_000, maxBytes: 256 * 2 ** 20 }

// JSON contains no raw line break, so no line of it can begin with this.
const boundary = 'recallite-batch-file'

/**
 * Requests as documented at https://ai.google.dev/api/batch-api and https://ai.google.dev/api/files, under `v1beta`.
 */
export function createBatchRequests(settings: ResolvedSettings) {
  const connection = connect(settings, limits)
  // For jobs and files that may no longer exist.
  const lookUps = connect(settings, { ...limits, explain: explainGoneJob })
  const base = settings.endpoint.href.replace(/\/+$/, '')
  const headers = { 'x-goog-api-key': settings.apiKey }
  const exchange = (path: string, init: RequestInit) => async (fetch: Fetch) => {
    const response = await fetch(`${base}/${path}`, { ...init, headers: { ...headers, ...init.headers } })
    return response.text()
  }
  const send = (path: string, signal: AbortSignal | undefined, init: RequestInit): Promise<string> =>
    connection.ask(exchange(path, init), signal)
  const fetchText = (path: string, signal: AbortSignal | undefined): Promise<string> =>
    lookUps.ask(exchange(path, {}), signal)
  return {
    /** Uploads lines of JSON and returns the description of the file. */
    async upload(lines: string, signal: AbortSignal | undefined): Promise<unknown> {
      const type = { 'content-type': `multipart/related; boundary=${boundary}` }
      const init = { method: 'POST', headers: { ...type, 'x-goog-upload-protocol': 'multipart' } }
      const path = 'upload/v1beta/files?uploadType=multipart'
      return json(await send(path, signal, { ...init, body: multipart(lines) }))
    },
    /** Sends JSON and returns JSON. */
    async post(path: string, body: unknown, signal: AbortSignal | undefined): Promise<unknown> {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
      return json(await send(`v1beta/${path}`, signal, { ...init, body: JSON.stringify(body) }))
    },
    get: async (path: string, signal: AbortSignal | undefined) =>
      json(await fetchText(`v1beta/${path}`, signal)),
    /** Returns a file as text. */
    download: (file: string, signal: AbortSignal | undefined) =>
      fetchText(`v1beta/${file}:download?alt=media`, signal),
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
  return parseJson(body) ?? refuseUnreadable()
}

/** Refuses an undocumented answer. */
export function refuseUnreadable(): never {
  throw new EmbeddingError(
    'EMBEDDING_RESPONSE_INVALID',
    'Gemini answered a batch request with something else than its API documents. Check the base URL.',
  )
}
