import { readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { StoreError } from '@recallite/store'

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
export function readAddress({ url, password, readFrom }: AddressOptions) {
  const urls = parse(url)
  const [parsed = new URL(url)] = urls
  const parameter = (name: string) => parsed.searchParams.get(name)
  const passwordInUrl = decode(parsed.password)
  const secret = password ?? passwordInUrl
  const user = parsed.username === '' ? '' : `${parsed.username}@`
  const database = decode(parsed.pathname.slice(1)) || 'postgres'
  return {
    /** Options of `pg`, for each host. */
    clients: hostsOf(urls, parsed.searchParams).map(({ host, port }) => ({
      host: host === '' ? 'localhost' : host,
      port,
      user: decode(parsed.username) || 'postgres',
      password: secret,
      database,
      ssl: tlsOf(parsed, host),
    })),
    usesStandbys: ['standby', 'prefer-standby'].includes(readFrom ?? parameter('target_session_attrs') ?? ''),
    /** The address without a password, for messages. */
    displayUrl: `postgres://${user}${parameter('host') ?? urls.map(({ host }) => host).join()}/${database}`,
    /** Texts that no message may contain. */
    secrets: [secret, passwordInUrl, parsed.password].filter((text) => text !== ''),
  }
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

/**
 * Parses the URL once for each host, as `URL` rejects several. Does not pass on the parser's error, which contains the URL with the
 * password.
 */
function parse(url: string): URL[] {
  const [, start, authority = '', rest] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  const urls = authority.split(',').map((host) => `${start}${host}${rest}`)
  if (start !== undefined && urls.every((one) => URL.canParse(one))) return urls.map((one) => new URL(one))
  throw new StoreError(
    'STORE_UNAVAILABLE',
    'This is not the address of a PostgreSQL database. Use postgres://user@host:5432/database.',
  )
}

/** Reads the parameters `host` and `port` or else the authority. */
function hostsOf(urls: readonly URL[], parameters: URLSearchParams) {
  const ports = parameters.get('port')?.split(',') ?? urls.map(({ port }) => port)
  const named = urls.map(({ hostname }) => decode(hostname).replace(/^\[(.*)\]$/, '$1'))
  const hosts = parameters.get('host')?.split(',') ?? named
  return hosts.map((host, index) => ({ host, port: Number((ports[index] ?? ports[0]) || 5432) }))
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
