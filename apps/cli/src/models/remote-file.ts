import { plainAddress, redirectTarget, ModelError } from './model-source.js'

/** The default deadlines of a download. */
export const defaultDeadlines: Network['deadlines'] = { firstByte: 10_000, stall: 15_000 }

/** The network that a download uses. */
export interface Network {
  readonly fetch: typeof globalThis.fetch
  /** In milliseconds: until a server begins to answer, including the connection; and between two parts of a file. */
  readonly deadlines: { readonly firstByte: number; readonly stall: number }
  readonly signal: AbortSignal
}

/** A file that a server is sending. */
export type RemoteFile = Awaited<ReturnType<typeof openRemoteFile>>

/**
 * Requests a file. Follows redirects to https on any host, because services store large files on other hosts.
 * @returns `chunks`: its bytes, throws the same errors; `bytes`: undefined if the server does not announce them; `sha256`: hexadecimal,
 * announced by Hugging Face and its mirrors for large files
 * @throws ModelError; the signal's reason
 */
export async function openRemoteFile(url: URL, network: Network) {
  const abandon = new AbortController()
  const close = () => abandon.abort()
  try {
    const arrival = await arrive(url, network, abandon)
    refuseOther(arrival)
    const length = arrival.response.headers.get('content-length')
    return {
      chunks: chunksOf(arrival, network),
      bytes: length === null ? undefined : Number(length),
      sha256: arrival.sha256,
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

type Arrival = Awaited<ReturnType<typeof arrive>>

const maxRedirects = 5
const redirects = new Set([301, 302, 303, 307, 308])

async function arrive(start: URL, network: Network, abandon: AbortController) {
  const { fetch, deadlines, signal } = network
  const init = {
    headers: { 'accept-encoding': 'identity' },
    redirect: 'manual' as const,
    signal: AbortSignal.any([signal, abandon.signal]),
  }
  let sha256: string | undefined
  let url = start
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const onLate = () => abandon.abort(lateAnswer(url, deadlines.firstByte))
    const response = await within(fetch(url, init), deadlines.firstByte, onLate).catch((error: unknown) => {
      throw failureOfNetwork(error, url)
    })
    // Only the redirect to the file has it.
    sha256 ??= /^"?([\da-f]{64})"?$/.exec(response.headers.get('x-linked-etag') ?? '')?.[1]
    if (!redirects.has(response.status)) return { response, url, sha256, abandon }
    await response.body?.cancel()
    url = redirectTarget(url, response.headers.get('location'))
  }
  const message = `${start.host} redirects more than ${maxRedirects} times. Use the URL of the file itself.`
  throw new ModelError('MODEL_REDIRECT_REFUSED', message)
}

function within<Result>(work: Promise<Result>, milliseconds: number, onLate: () => void) {
  const timer = setTimeout(onLate, milliseconds)
  return work.finally(() => clearTimeout(timer))
}

function refuseOther({ response, url }: Arrival): void {
  if (response.status !== 200) throw failureOfStatus(response.status, url)
  if (!/^text\/html\b/i.test(response.headers.get('content-type') ?? '')) return
  const message = `${plainAddress(url)} is a web page, not a file. Use the URL of the file itself (…/resolve/…, not …/blob/…), or log in to the network first.`
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

function failureOfStatus(status: number, url: URL): ModelError {
  const isPassing = status === 408 || status === 429 || status >= 500
  if (!isPassing) return new ModelError('MODEL_UNAVAILABLE', describeRefusal(status, url))
  const message = `${url.host} is not available now (${status}). Try again later.`
  return new ModelError('MODEL_DOWNLOAD_FAILED', message)
}

function describeRefusal(status: number, url: URL): string {
  const file = plainAddress(url)
  if (status === 404 || status === 410) return `There is no ${file} (${status}). Check its URL.`
  if (status !== 401 && status !== 403) return `${url.host} refused ${file} with status ${status}.`
  const reason = `${url.host} requires permission for ${file} (${status}; some servers answer this for a missing file)`
  return `${reason}. If the URL is right, download the file with a browser and use it: --model FILE.gguf`
}

/** The error for a failure of `fetch`; interruptions and ModelErrors are returned unchanged. */
function failureOfNetwork(error: unknown, url: URL): unknown {
  if (error instanceof ModelError || (error instanceof Error && error.name === 'AbortError')) return error
  const message = `Downloading from ${url.host} failed: ${reasonOf(error)}. Try again, or get the file in another way and use it: --model FILE.gguf`
  return new ModelError('MODEL_DOWNLOAD_FAILED', message, { cause: error })
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'its name does not exist; is there a network?',
  EAI_AGAIN: 'its name cannot be looked up; is there a network?',
  ECONNRESET: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
}

/** `fetch` throws an error whose cause is the reason. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.cause instanceof Error) return reasonOf(error.cause)
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : undefined
  return code === undefined ? error.message : `${reasons[code] ?? error.message} (${code})`
}

function lateAnswer(url: URL, milliseconds: number): ModelError {
  const message = `${url.host} sent nothing for ${milliseconds / 1000} s. Try again.`
  return new ModelError('MODEL_DOWNLOAD_FAILED', message)
}
