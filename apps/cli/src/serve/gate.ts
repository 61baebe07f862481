import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { UsageError, writeWhole } from '@recallite/command-line'
import { withLock } from '@recallite/command-line/with-lock'
import { faultOf, loopback, readSmall, serveFolder } from './endpoint.js'
import { makeSecret } from './resident-files.js'

/** The credentials of requests. */
export interface Gate {
  readonly port: number
  /** Clients must send one of these tokens. */
  readonly tokens: readonly string[]
  /** The token of the user's commands. */
  readonly userToken: string
  /** The value of a header in answers to requests with a token. */
  readonly proof: string
}

/** Why a request is rejected. */
export interface Refusal {
  readonly status: number
  readonly reason: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Rejected if repeated, since a proxy may have read another value. */
const decisive = ['host', 'origin', 'authorization']

type Headers = Pick<IncomingMessage, 'headers' | 'rawHeaders'>

/** Rejects requests of web pages: with DNS rebinding they can reach this machine, but name another host or origin. */
export function foreignRefusal({ headers, rawHeaders }: Headers, { port }: Gate): Refusal | undefined {
  const { host = '', origin } = headers
  const names = [loopback, 'localhost']
  const hosts = [...names.map((name) => `${name}:${port}`), ...(port === 80 ? names : [])]
  // Of a repeated header, Node keeps only the first in `headers`.
  const sent = rawHeaders.filter((_, position) => position % 2 === 0).map((name) => name.toLowerCase())
  const repeated = decisive.find((name) => sent.indexOf(name) < sent.lastIndexOf(name))
  if (repeated !== undefined) return { status: 400, reason: `Send the header ${repeated} only once.` }
  if (!hosts.includes(host.toLowerCase())) {
    return { status: 403, reason: `This server answers only as ${hosts[0]}.` }
  }
  if (origin !== undefined && !hosts.some((name) => `http://${name}` === origin.toLowerCase())) {
    return { status: 403, reason: 'This server does not answer pages from other origins.' }
  }
  return undefined
}

/** Rejects requests without a token. */
export function tokenRefusal({ headers }: Headers, tokens: readonly string[]): Refusal | undefined {
  const [, given = ''] = /^Bearer +(\S+)$/iu.exec(headers.authorization ?? '') ?? []
  if (tokens.some((token) => isSameSecret(given, token))) return undefined
  const reason = 'Send the token from ~/.recallite/serve/token in a header: Authorization: Bearer TOKEN.'
  return { status: 401, reason, headers: { 'www-authenticate': 'Bearer realm="recallite"' } }
}

/** Compares hashes, which takes the same time for texts of any length. */
export function isSameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(hashOf(given), hashOf(secret))
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The path of the Model Context Protocol. */
export const mcpPath = '/mcp'

/** The address of a server for clients of the Model Context Protocol. */
export const addressOf = (port: number): string => `http://${loopback}:${port}${mcpPath}`

/** The file of the token, which does not change, so that the entries of clients stay valid. */
export const tokenFile = (home: string): string => join(serveFolder(home), 'token')

/**
 * The token for clients of this user's resident programs, created once in a file that only the user can read. The folder must exist.
 * @throws UsageError if others can read the file, or it contains no token
 */
export async function keepToken(home: string): Promise<string> {
  const file = tokenFile(home)
  const make = () => {
    const token = makeSecret()
    writeWhole(file, [`${token}\n`], { mode: 0o600 })
    return token
  }
  return readToken(file) ?? (await withLock(file, () => readToken(file) ?? make()))
}

function readToken(file: string): string | undefined {
  const fault = faultOf(file, 'file')
  if (fault !== undefined) throw new UsageError(`${file} ${fault}.`)
  let text: string
  try {
    text = readSmall(file).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  if (/^[A-Za-z0-9_-]{43}$/u.test(text)) return text
  throw new UsageError(`${file} contains no token. Remove it; the next 'recallite serve' creates a new one.`)
}
