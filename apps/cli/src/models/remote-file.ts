import { ModelError } from './errors.js'
import { plainAddress, redirectTarget, failureOfNetwork, failureOfStatus, lateAnswer } from './model-url.js'

/** The deadlines of a download by default. */
export const usualDeadlines: Network['deadlines'] = { firstByte: 10_000, stall: 15_000 }

/** What a download needs of its surroundings. */
export interface Network {
  readonly fetch: typeof globalThis.fetch
  /** In milliseconds: for the beginning of each server's answer, connecting included; and for more of a file. */
  readonly deadlines: { readonly firstByte: number; readonly stall: number }
  /** Aborting it ends the download; what has arrived is kept. */
  readonly signal: AbortSignal
}

/** A file that a server has begun to send. */
export interface RemoteFile {
  /** The bytes from `offset` on. Throws ModelErrors, and the signal's reason. */
  readonly chunks: AsyncIterable<Uint8Array>
  readonly offset: number
  /** Of the whole file; undefined if the server does not say. */
  readonly bytes: number | undefined
  /** Without a strong one (undefined) the file is not resumed. */
  readonly etag: string | undefined
  /** See `Announcement`. */
  readonly checksum: string | undefined
  /** Ends the transfer. */
  close(): void
}

/**
 * Requests a file, or the rest of one. Redirects to https are followed to any host: services keep large files elsewhere.
 * @param resumption the `etag` is a strong one, with its quotes
 * @throws ModelError; the signal's reason
 */
export async function openRemoteFile(
  url: URL,
  network: Network,
  resumption?: { readonly offset: number; readonly etag: string },
): Promise<RemoteFile> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity' }
  if (resumption) {
    headers['range'] = `bytes=${resumption.offset}-`
    headers['if-range'] = resumption.etag
  }
  const arrival = await arrive(url, headers, network)
  const { response, announcement, abandon } = arrival
  const close = () => abandon.abort()
  try {
    // The range lies beyond the end: the file has changed.
    if (resumption && response.status === 416) {
      close()
      return await openRemoteFile(url, network)
    }
    refuseOther(arrival, resumption !== undefined)
  } catch (error) {
    close()
    throw error
  }
  const etag = response.headers.get('etag')
  return {
    chunks: chunksOf(arrival, network),
    ...extentOf(arrival),
    etag: etag?.startsWith('"') ? etag : undefined,
    checksum: announcement.checksum,
    close,
  }
}

interface Announcement {
  /** `sha256:<hex>` or, as Git names a file's content, `git:<hex>`. */
  readonly checksum?: string | undefined
  readonly bytes?: number | undefined
}

interface Arrival {
  readonly response: Response
  readonly url: URL
  readonly announcement: Announcement
  readonly abandon: AbortController
}

const mostRedirects = 5
const redirects = new Set([301, 302, 303, 307, 308])

async function arrive(start: URL, headers: Record<string, string>, network: Network): Promise<Arrival> {
  const { fetch, deadlines, signal } = network
  const abandon = new AbortController()
  const init = { headers, redirect: 'manual' as const, signal: AbortSignal.any([signal, abandon.signal]) }
  let announcement: Announcement = {}
  let url = start
  for (let hop = 0; hop <= mostRedirects; hop += 1) {
    const onLate = () => abandon.abort(lateAnswer(url, deadlines.firstByte))
    const response = await within(fetch(url, init), deadlines.firstByte, onLate).catch((error: unknown) => {
      throw failureOfNetwork(error, url)
    })
    const { checksum, bytes } = announcementOf(response.headers)
    announcement = { checksum: announcement.checksum ?? checksum, bytes: announcement.bytes ?? bytes }
    if (!redirects.has(response.status)) return { response, url, announcement, abandon }
    await response.body?.cancel()
    url = redirectTarget(url, response.headers.get('location'))
  }
  const message = `${start.host} sends elsewhere more than ${mostRedirects} times. Give the address of the file itself.`
  throw new ModelError('MODEL_REDIRECT_REFUSED', message)
}

async function within<Result>(
  work: Promise<Result>,
  milliseconds: number,
  onLate: () => void,
): Promise<Result> {
  const timer = setTimeout(onLate, milliseconds)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}

function refuseOther({ response, url }: Arrival, isRest: boolean): void {
  const isFile = response.status === 200 || (response.status === 206 && isRest)
  if (!isFile) throw failureOfStatus(response.status, url)
  if (!/^text\/html\b/i.test(response.headers.get('content-type') ?? '')) return
  const message = `${plainAddress(url)} is a web page, not a file. Give the address of the file itself (…/resolve/…, not …/blob/…), or log in to the network first.`
  throw new ModelError('MODEL_FILE_INVALID', message)
}

async function* chunksOf({ response, url, abandon }: Arrival, { deadlines }: Network) {
  const reader = response.body?.getReader()
  if (!reader) return
  const onLate = () => abandon.abort(lateAnswer(url, deadlines.stall))
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), deadlines.stall, onLate)
      if (done) return
      yield value
    }
  } catch (error) {
    throw failureOfNetwork(error, url)
  } finally {
    abandon.abort()
  }
}

function extentOf({ response, announcement }: Arrival): { offset: number; bytes: number | undefined } {
  const { headers, status } = response
  if (status === 206) {
    const [, offset, bytes] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? []
    return { offset: Number(offset), bytes: Number(bytes) }
  }
  // Content-Length is that of the encoded file.
  const isEncoded = (headers.get('content-encoding') ?? 'identity') !== 'identity'
  const length = isEncoded ? null : headers.get('content-length')
  return { offset: 0, bytes: length === null ? announcement.bytes : Number(length) }
}

/**
 * What Hugging Face and its mirrors announce for `/resolve/` addresses: of large files the sha256 as `X-Linked-ETag` and
 * the size as `X-Linked-Size`, on the redirect to the file; of small ones Git's name for the content as `ETag`.
 */
export function announcementOf(headers: Headers): Announcement {
  const bytes = headers.get('x-linked-size') ?? ''
  return { checksum: announcedChecksum(headers), bytes: /^\d+$/.test(bytes) ? Number(bytes) : undefined }
}

function announcedChecksum(headers: Headers): string | undefined {
  const linked = unquoted(headers.get('x-linked-etag'))
  if (/^[\da-f]{64}$/.test(linked)) return `sha256:${linked}`
  // Only a repository's ETag is a checksum.
  if (!headers.has('x-repo-commit')) return undefined
  const etag = linked || unquoted(headers.get('etag'))
  if (/^[\da-f]{64}$/.test(etag)) return `sha256:${etag}`
  return /^[\da-f]{40}$/.test(etag) ? `git:${etag}` : undefined
}

function unquoted(etag: string | null): string {
  return (etag ?? '').replace(/^W\//, '').replaceAll('"', '').toLowerCase()
}
