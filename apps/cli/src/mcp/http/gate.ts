import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

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

/** Of two such headers, another program on the way may have read the other one. */
const decisive = ['host', 'origin', 'authorization']

/**
 * Lets in only what was addressed to this server by a program of this machine: a page in a browser, whose name may lead
 * here by DNS rebinding, names another host or has an origin of its own.
 */
export function refusalOf(
  {
    headers: { host = '', origin, authorization },
    rawHeaders,
  }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>,
  { port, token }: Gate,
): Refusal | undefined {
  const hosts = ownHosts(port)
  const repeated = decisive.find((name) => countOf(name, rawHeaders) > 1)
  if (repeated !== undefined) return { status: 400, reason: `Send one header ${repeated}, not several.` }
  if (!hosts.includes(host.toLowerCase())) {
    return { status: 403, reason: `This server answers only as ${hosts[0]}.` }
  }
  if (origin !== undefined && !hosts.some((own) => `http://${own}` === origin.toLowerCase())) {
    return { status: 403, reason: 'This server does not answer pages of other origins.' }
  }
  if (token !== undefined && !bringsToken(authorization, token)) {
    const challenge = { 'www-authenticate': 'Bearer realm="recallite"' }
    return {
      status: 401,
      reason: 'Send the token of this server: Authorization: Bearer TOKEN.',
      headers: challenge,
    }
  }
  return undefined
}

function ownHosts(port: number): string[] {
  const names = [loopback, 'localhost']
  return [...names.map((name) => `${name}:${port}`), ...(port === 80 ? names : [])]
}

/** Counted in the raw headers: of a header that may come once, Node keeps the first. */
function countOf(name: string, rawHeaders: readonly string[]): number {
  return rawHeaders.filter((text, position) => position % 2 === 0 && text.toLowerCase() === name).length
}

function bringsToken(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/iu.exec(authorization ?? '') ?? []
  return isSame(given, token)
}

/** In constant time, for texts of any length. */
function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(hashOf(given), hashOf(wanted))
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** The only host that is listened at: nothing comes in from other machines. */
export const loopback = '127.0.0.1'

/** Where the protocol is spoken. */
export const endpoint = '/mcp'

/** Where clients find a server. */
export function addressOf(port: number): string {
  return `http://${loopback}:${port}${endpoint}`
}
