import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { loopback } from './address.js'

/** What a request must bring to be let in. */
export interface Gate {
  /** Where the server listens. */
  readonly port: number
  /** What clients must show; undefined where nothing is asked for. */
  readonly token: string | undefined
}

/** Why a request is not let in. */
export interface Refusal {
  readonly status: number
  readonly reason: string
  readonly headers?: Readonly<Record<string, string>>
}

function ownHosts(port: number): string[] {
  const names = [loopback, 'localhost']
  return [...names.map((name) => `${name}:${port}`), ...(port === 80 ? names : [])]
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** In constant time, whatever the lengths. */
function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(hashOf(given), hashOf(wanted))
}

function bringsToken(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/iu.exec(authorization ?? '') ?? []
  return isSame(given, token)
}

/**
 * Lets in only what was addressed to this server by a program of this machine: a page in a browser, whose name may lead
 * here by DNS rebinding, names another host or has an origin of its own.
 */
export function refusalOf(
  { host = '', origin, authorization }: IncomingHttpHeaders,
  { port, token }: Gate,
): Refusal | undefined {
  const hosts = ownHosts(port)
  if (!hosts.includes(host.toLowerCase())) {
    return { status: 403, reason: `This server answers only as ${hosts[0]}.` }
  }
  if (origin !== undefined && !hosts.some((own) => `http://${own}` === origin.toLowerCase())) {
    return { status: 403, reason: 'This server does not answer pages of other origins.' }
  }
  if (token !== undefined && !bringsToken(authorization, token)) {
    const headers = { 'www-authenticate': 'Bearer realm="recallite"' }
    return { status: 401, reason: 'Send the token of this server: Authorization: Bearer TOKEN.', headers }
  }
  return undefined
}
