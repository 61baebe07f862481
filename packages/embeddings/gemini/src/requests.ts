import {
  type ConnectionOptions,
  explainGoneJob,
  type Fetch,
  parseJson,
  type ReadBytes,
} from '@recallite/embeddings/http'
import { connect, type ResolvedSettings } from './settings.js'

/**
 * Requests as documented at https://ai.google.dev/api/embeddings, https://ai.google.dev/api/batch-api and
 * https://ai.google.dev/api/files.
 */
export function createRequests(settings: ResolvedSettings, limits: Partial<ConnectionOptions> = {}) {
  const connection = connect(settings, limits)
  // For jobs and files that may no longer exist.
  const lookUps = connect(settings, { ...limits, explain: explainGoneJob })
  const base = settings.endpoint.href.replace(/\/+$/, '')
  const send =
    (path: string, headers: Record<string, string> = {}, body?: string) =>
    (fetch: Fetch) => {
      const init = body === undefined ? {} : { method: 'POST', body }
      return fetch(`${base}/${path}`, { ...init, headers: { 'x-goog-api-key': settings.apiKey, ...headers } })
    }
  return {
    host: connection.host,
    clean: connection.clean,
    /** Uploads lines of JSON and returns the description of the file. */
    upload(lines: string, signal: AbortSignal | undefined): Promise<unknown> {
      const type = { 'content-type': `multipart/related; boundary=${boundary}` }
      const headers = { ...type, 'x-goog-upload-protocol': 'multipart' }
      const request = send('upload/v1beta/files?uploadType=multipart', headers, multipart(lines))
      return connection.ask((fetch) => readJson(request(fetch)), signal)
    },
    /** Sends JSON and returns JSON. */
    post(path: string, body: unknown, signal: AbortSignal | undefined): Promise<unknown> {
      const request = send(`v1beta/${path}`, { 'content-type': 'application/json' }, JSON.stringify(body))
      return connection.ask((fetch) => readJson(request(fetch)), signal)
    },
    get: (path: string, signal: AbortSignal | undefined): Promise<unknown> =>
      lookUps.ask((fetch) => readJson(send(`v1beta/${path}`)(fetch)), signal),
    /** Reads the bytes of a file. */
    download: <T>(file: string, read: ReadBytes<T>, signal: AbortSignal | undefined): Promise<T> =>
      lookUps.ask(async (fetch) => {
        const { body } = await send(`v1beta/${file}:download?alt=media`)(fetch)
        return read(body ?? [])
      }, signal),
  }
}

async function readJson(response: Promise<Response>): Promise<unknown> {
  return parseJson(await (await response).text())
}

// JSON contains no raw line break, so no line of it can begin with this.
const boundary = 'recallite-batch-file'

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
