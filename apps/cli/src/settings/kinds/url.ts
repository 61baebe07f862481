import { isInWorkspace, refusePlace, refuseValue, type Place } from '../errors.js'
import { textItself, type Kind } from './kind.js'
import { readText } from './text.js'

/** Whether an address that was read as one of these is on this machine. */
export function isLoopback(address: string): boolean {
  return isLoopbackHost(new URL(address).hostname)
}

const allowed = 'an http:// or https:// address without name, password, query or fragment'

/** The address of a provider's service. In workspace files it must be on this machine. */
export const url: Kind<string> = {
  allowed,
  schema: { type: 'string', pattern: '^(https?://|\\$\\{)' },
  read({ value }, place) {
    const settle = readText(value, place, allowed)
    const written = String(value)
    if (isInWorkspace(place)) assertStaysHere(written, place)
    if (!written.includes('${')) parseAddress(written, place)
    return (surroundings) => {
      const address = settle(surroundings)
      parseAddress(address, place)
      return address
    }
  },
  fromVariable: textItself,
  show: textItself,
}

/** A workspace file, which may come from elsewhere, must not say where texts and keys are sent. */
function assertStaysHere(address: string, place: Place): void {
  if (!isLoopback(parseAddress(address, place).href)) {
    refusePlace(
      place,
      'may only be an address of this machine (localhost) in a workspace file. Put others into the user file, ~/.recallite/config.yaml.',
    )
  }
}

function parseAddress(address: string, place: Place): URL {
  const parsed = URL.canParse(address) ? new URL(address) : refuseValue(place, allowed)
  const { protocol, username, password, search, hash } = parsed
  const isAllowed = /^https?:$/.test(protocol) && !username && !password && !search && !hash
  return isAllowed ? parsed : refuseValue(place, allowed)
}

/**
 * Whether a host, as `URL.hostname` has it, is this machine whoever answers for names: `*.localhost` is for a resolver to
 * say, and some say otherwise.
 */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/iu.test(hostname)
}

const usualPort = 11_434

/** The address that `OLLAMA_HOST` means, as Ollama reads it: host, port and scheme may each be missing. */
export function ollamaAddress(text: string): string {
  const written = text.trim()
  const isBare = !/^https?:\/\//i.test(written)
  const address = `${isBare ? 'http://' : ''}${written.startsWith(':') ? '127.0.0.1' : ''}${written}`
  if (!URL.canParse(address)) return text
  const parsed = new URL(address)
  // Servers listen on every address by this name; clients reach one on their own machine by another.
  if (parsed.hostname === '0.0.0.0') parsed.hostname = '127.0.0.1'
  // A port that is the scheme's usual one is dropped by URL, though it was written.
  if (isBare && parsed.port === '' && !/:80\/?$/.test(written)) parsed.port = String(usualPort)
  return parsed.href.replace(/\/$/, '')
}
