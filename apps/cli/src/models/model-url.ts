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
