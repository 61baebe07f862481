import { isFromWorkspace, refuseEntry, refuseValue, type Entry } from '../errors.js'
import type { Kind } from './kind.js'
import { readText } from './text.js'

const allowed = 'an http:// or https:// address without name, password, query or fragment'

/** The address of a provider's service. A workspace file may only name this machine: texts and keys are sent there. */
export const url: Kind<string> = {
  allowed,
  schema: { type: 'string', pattern: '^(https?://|\\$\\{)' },
  read({ value }, entry) {
    const resolveText = readText(value, entry, allowed)
    const written = String(value)
    if (isFromWorkspace(entry.origin) && !isLoopback(parseAddress(written, entry))) {
      refuseEntry(
        entry,
        'may only be an address of this machine (localhost) in a workspace file. Put others into the user file, ~/.recallite/config.yaml.',
      )
    }
    if (!written.includes('${')) parseAddress(written, entry)
    return (surroundings) => parseAddress(resolveText(surroundings), entry)
  },
}

function parseAddress(address: string, entry: Entry): string {
  if (!URL.canParse(address)) refuseValue(entry, allowed)
  const { protocol, username, password, search, hash } = new URL(address)
  const isAllowed = /^https?:$/.test(protocol) && !username && !password && !search && !hash
  return isAllowed ? address : refuseValue(entry, allowed)
}

/** Whether an accepted address is on this machine. */
export function isLoopback(address: string): boolean {
  return isLoopbackHost(new URL(address).hostname)
}

/**
 * Whether a host, as `URL.hostname` has it, is this machine for certain. Names below `localhost` are not: the system's
 * resolver may answer them with other addresses.
 */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/iu.test(hostname)
}

/** The address that `OLLAMA_HOST` means, as Ollama reads it: host, port and scheme may each be missing. */
export function ollamaAddress(text: string): string {
  const written = text.trim()
  const isBare = !/^https?:\/\//i.test(written)
  const address = `${isBare ? 'http://' : ''}${written.startsWith(':') ? '127.0.0.1' : ''}${written}`
  if (!URL.canParse(address)) return text
  const parsed = new URL(address)
  // A server listens on every address by this name; a client cannot connect to it.
  if (parsed.hostname === '0.0.0.0') parsed.hostname = '127.0.0.1'
  // URL drops a written port 80, which is not the missing port that means Ollama's own.
  if (isBare && parsed.port === '' && !/:80\/?$/.test(written)) parsed.port = '11434'
  return parsed.href.replace(/\/$/, '')
}
