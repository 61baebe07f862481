import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { StoreError } from '@recallite/store'

/** Where a database is, and how to reach it. */
export type Address = ReturnType<typeof readAddress>

/** How a server proves who it is; false: nothing is encrypted. */
type Tls = false | { readonly rejectUnauthorized: boolean; readonly ca?: string }

/** How an address is written. */
export interface AddressOptions {
  readonly url: string
  /** Instead of the one in the URL. */
  readonly password?: string | undefined
}

/**
 * Reads the address of a database, and decides how it is reached: by TLS with a verified certificate unless the server is on this computer.
 * @throws StoreError `STORE_UNAVAILABLE` if it is no such address, or asks for less than that
 */
export function readAddress({ url, password }: AddressOptions) {
  const parsed = parse(url)
  const given = decode(parsed.password)
  const secret = password ?? given
  const host = parsed.searchParams.get('host') ?? decode(parsed.hostname).replace(/^\[(.*)\]$/, '$1')
  return {
    /** As `pg` takes it. */
    client: {
      host: host === '' ? 'localhost' : host,
      port: Number(parsed.port || 5432),
      user: decode(parsed.username) || 'postgres',
      password: secret,
      database: databaseOf(parsed),
      ssl: tlsOf(parsed, host),
    },
    /** The address for people, without a password. */
    shown: describe(parsed),
    /** What must stand in no message, as it is and as a URL has it. */
    secrets: [secret, given, parsed.password].filter((text) => text !== ''),
  }
}

/** The schema of a store for which none is named. */
const defaultSchema = 'recallite'

/**
 * The name of a schema as it stands in statements, which cannot bind it.
 * @throws StoreError `STORE_UNAVAILABLE` if it is not made of small letters, digits and underscores
 */
export function schemaName(schema: string = defaultSchema): string {
  if (/^[a-z_][a-z0-9_]{0,47}$/.test(schema) && !schema.startsWith('pg_')) return schema
  throw new StoreError(
    'STORE_UNAVAILABLE',
    'The name of a schema has up to 48 small letters, digits and underscores, begins with no digit and not with pg_.',
  )
}

/** The parser's own error has the whole text in it, and so the password: it is not passed on. */
function parse(url: string): URL {
  if (/^postgres(?:ql)?:\/\//.test(url) && URL.canParse(url)) return new URL(url)
  throw new StoreError(
    'STORE_UNAVAILABLE',
    'This is not the address of a PostgreSQL database. Write postgres://user@host:5432/database.',
  )
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const databaseOf = (url: URL): string => decode(url.pathname.slice(1)) || 'postgres'

function describe(url: URL): string {
  const user = url.username === '' ? '' : `${url.username}@`
  const host = url.searchParams.get('host') ?? url.host
  return `postgres://${user}${host}/${databaseOf(url)}`
}

/** Whether a host is this computer: a folder is that of a Unix socket. */
function isHere(host: string): boolean {
  if (host === '' || host === 'localhost' || host.startsWith('/')) return true
  return isIP(host) === 4 ? host.startsWith('127.') : host === '::1'
}

/** Modes of libpq that neither encrypt for certain nor verify who answers. */
const weakModes = new Set(['disable', 'allow', 'prefer', 'no-verify'])

function tlsOf(url: URL, host: string): Tls {
  const mode = url.searchParams.get('sslmode')
  const isWeak = mode !== null && weakModes.has(mode)
  if (isHere(host) && (mode === null || isWeak)) return false
  if (isWeak) {
    throw new StoreError(
      'STORE_UNAVAILABLE',
      `sslmode=${mode} would send your texts to ${host} where others can read or change them. Use sslmode=verify-full, with sslrootcert=FILE for an authority of your own.`,
    )
  }
  const rootFile = url.searchParams.get('sslrootcert')
  return { rejectUnauthorized: true, ...(rootFile !== null && { ca: readCertificate(rootFile) }) }
}

function readCertificate(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new StoreError('STORE_UNAVAILABLE', `The certificate ${path} of sslrootcert cannot be read.`)
  }
}
