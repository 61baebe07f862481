import { readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { parseServerAddress, StoreError } from '@recallite/store'

export type Address = ReturnType<typeof readAddress>
export type Host = Address['clients'][number]

/** False: no encryption. */
type Tls = false | { readonly rejectUnauthorized: boolean; readonly ca?: string }

export interface AddressOptions {
  readonly url: string
  /** Overrides the password in the URL. */
  readonly password?: string | undefined
  /** `standby` if one is up to date; overrides `target_session_attrs=prefer-standby` in the URL. Default `primary`. */
  readonly readFrom?: 'primary' | 'standby' | undefined
}

/**
 * Parses the address of a database on one or more hosts. Servers on other computers are reached by TLS with a verified certificate.
 * @throws StoreError `STORE_UNAVAILABLE` for an invalid address, or one that requests weaker security
 */
export function readAddress({ url: text, password, readFrom }: AddressOptions) {
  const { url, hosts } = (/^postgres(?:ql)?:/u.test(text) && parseServerAddress(text)) || invalidAddress()
  const parameter = (name: string) => url.searchParams.get(name) ?? undefined
  const passwordInUrl = decode(url.password)
  const secret = password ?? passwordInUrl
  const user = url.username === '' ? '' : `${url.username}@`
  const database = decode(url.pathname.slice(1)) || 'postgres'
  return {
    /** Options of `pg`, for each host. */
    clients: hosts.map(({ host, port }) => ({
      host: host || 'localhost',
      port: Number(port || 5432),
      user: decode(url.username) || 'postgres',
      password: secret,
      database,
      ssl: tlsOf(url, host),
    })),
    usesStandbys: ['standby', 'prefer-standby'].includes(readFrom ?? parameter('target_session_attrs') ?? ''),
    schema: parameter('schema'),
    /** The address without a password, for messages. */
    displayUrl: `postgres://${user}${hosts.map((host) => host.text).join()}/${database}`,
    /** Texts that no message may contain. */
    secrets: [secret, passwordInUrl, url.password].filter((each) => each !== ''),
  }
}

function invalidAddress(): never {
  const message = 'This is not the address of a PostgreSQL database. Use postgres://user@host:5432/database.'
  throw new StoreError('STORE_UNAVAILABLE', message)
}

/**
 * Validates the name of a schema, which statements contain and cannot bind.
 * @throws StoreError `STORE_UNAVAILABLE`
 */
export function schemaName(schema = 'recallite'): string {
  if (/^[a-z_][a-z0-9_]{0,47}$/.test(schema) && !schema.startsWith('pg_')) return schema
  throw new StoreError(
    'STORE_UNAVAILABLE',
    'The name of a schema is invalid. Use up to 48 lower-case letters, digits and underscores, starting with neither a digit nor pg_.',
  )
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Whether a host is this computer; a path is the folder of a Unix socket. */
function isHere(host: string): boolean {
  if (host === '' || host === 'localhost' || host.startsWith('/')) return true
  return isIP(host) === 4 ? host.startsWith('127.') : host === '::1'
}

/** Modes of libpq that do not guarantee encryption or verify the server. */
const weakModes = new Set(['disable', 'allow', 'prefer', 'no-verify'])

function tlsOf(url: URL, host: string): Tls {
  const mode = url.searchParams.get('sslmode')
  const isWeak = mode !== null && weakModes.has(mode)
  if (isHere(host) && (mode === null || isWeak)) return false
  if (isWeak) {
    throw new StoreError(
      'STORE_UNAVAILABLE',
      `sslmode=${mode} would send your texts to ${host} where others can read or change them. Use sslmode=verify-full, with sslrootcert=FILE for a private certificate authority.`,
    )
  }
  const rootFile = url.searchParams.get('sslrootcert')
  return { rejectUnauthorized: true, ...(rootFile !== null && { ca: readCertificate(rootFile) }) }
}

function readCertificate(path: string): string {
  try {
    if (statSync(path).size <= 1_000_000) return readFileSync(path, 'utf8')
  } catch {
    // The error below covers it.
  }
  const message = `The certificate ${path} of sslrootcert cannot be read, or is larger than 1 MB.`
  throw new StoreError('STORE_UNAVAILABLE', message)
}
