import { isLoopbackHost } from '@recallite/settings'
import { ModelError } from './errors.js'

/** An address for messages, without its query and user, which may be secrets. */
export function plainAddress({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`
}

/**
 * An address to download from: https, or http on this machine.
 * @throws ModelError `MODEL_SOURCE_INVALID`
 */
export function modelUrl(text: string): URL {
  if (!URL.canParse(text)) {
    const message = `${text} is not an address. Give one that begins with https://`
    throw new ModelError('MODEL_SOURCE_INVALID', message)
  }
  const url = new URL(text)
  const reason = fault(url)
  if (reason === undefined) return url
  const message = `${plainAddress(url)} is not downloaded from: ${reason}. Give an address that begins with https://`
  throw new ModelError('MODEL_SOURCE_INVALID', message)
}

function fault(url: URL): string | undefined {
  if (url.username !== '' || url.password !== '') return 'it holds a user name or a password'
  if (url.protocol === 'https:') return undefined
  if (url.protocol !== 'http:') return `${url.protocol} is not downloaded from`
  return isLoopbackHost(url.hostname) ? undefined : 'http is for servers on this machine alone'
}

/**
 * The target of a redirect: never from https to http.
 * @throws ModelError `MODEL_REDIRECT_REFUSED`
 */
export function redirectTarget(from: URL, location: string | null): URL {
  const refused = (reason: string) =>
    new ModelError(
      'MODEL_REDIRECT_REFUSED',
      `${from.host} sends elsewhere, and that is not followed: ${reason}. Give the address of the file itself.`,
    )
  if (location === null || !URL.canParse(location, from.href)) throw refused('it does not say where')
  const target = new URL(location, from)
  const reason = fault(target)
  if (reason !== undefined) throw refused(reason)
  if (from.protocol === 'https:' && target.protocol !== 'https:') throw refused('it leads from https to http')
  return target
}

const keptPart = 'What has arrived is kept; pull again to go on.'

/** The error for an answer other than a file, with what to do. */
export function failureOfStatus(status: number, url: URL): ModelError {
  const file = plainAddress(url)
  if (status === 404 || status === 410) {
    return new ModelError('MODEL_UNAVAILABLE', `There is no ${file} (${status}). Look up the file's address.`)
  }
  if (status === 401 || status === 403) {
    const reason = `${url.host} does not give ${file} to everybody (${status}; some servers answer so for a missing file)`
    const advice = 'If the address is right, download it with a browser and name the file: --model FILE.gguf'
    return new ModelError('MODEL_UNAVAILABLE', `${reason}. ${advice}`)
  }
  if (status === 408 || status === 429 || status >= 500) {
    const message = `${url.host} cannot answer now (${status}). Try again later. ${keptPart}`
    return new ModelError('MODEL_DOWNLOAD_FAILED', message)
  }
  return new ModelError('MODEL_UNAVAILABLE', `${url.host} does not give ${file}: it answers ${status}.`)
}

/** The error for a failure of `fetch`; interruptions and ModelErrors stay as they are. */
export function failureOfNetwork(error: unknown, url: URL): unknown {
  if (error instanceof ModelError || (error instanceof Error && error.name === 'AbortError')) return error
  const message = `Downloading from ${url.host} failed: ${reasonOf(error)}. ${keptPart}`
  return new ModelError('MODEL_DOWNLOAD_FAILED', message, { cause: error })
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'its name is not known; is there a network?',
  EAI_AGAIN: 'its name cannot be looked up; is there a network?',
  ENETUNREACH: 'there is no network',
  EHOSTUNREACH: 'there is no way to it',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
}

/** `fetch` throws an error whose cause is the reason. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const code = codeOf(cause) ?? codeOf(error)
  const words = cause instanceof Error ? cause.message : String(cause)
  return code === undefined ? words : `${reasons[code] ?? words} (${code})`
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** The error when nothing arrived for too long. */
export function lateAnswer(url: URL, milliseconds: number): ModelError {
  const message = `${url.host} sent nothing for ${milliseconds / 1000} s. ${keptPart}`
  return new ModelError('MODEL_DOWNLOAD_FAILED', message)
}

/** The error when the connection ended before the file. */
export function endedEarly(url: URL, arrived: number, total: number): ModelError {
  const message = `${url.host} stopped after ${arrived} of ${total} bytes. ${keptPart}`
  return new ModelError('MODEL_DOWNLOAD_FAILED', message)
}
