import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { type EmbeddingError, unavailable } from '../errors.js'
import type { ConnectionOptions } from './connection.js'

/** What the settings of every provider on a network hold. */
export interface HostedSettings extends Pick<
  ConnectionOptions,
  'fetch' | 'firstByteTimeout' | 'idleTimeout' | 'now'
> {
  /** Allows `http:` for other hosts than this machine; default false. */
  readonly allowHttp?: boolean | undefined
  /** Aborts the creation; has no effect on a created model. */
  readonly signal?: AbortSignal | undefined
}

const faults: readonly (readonly [fault: string, pattern: RegExp])[] = [
  ['is empty', /^$/],
  ['is a variable that was not replaced', /\$\{|^\$[A-Z_]+$/],
  ['holds characters that no key has', /[^\x21-\x7e]/],
]

/**
 * Trims the key of an owner, e.g. `OpenAI`, and refuses what cannot be one: an HTTP client would repeat invalid header characters in its error.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` without the key
 */
export function assertApiKey(apiKey: string, owner: string, remedy: string): string {
  const key = apiKey.trim()
  const fault = faults.find(([, pattern]) => pattern.test(key))
  if (fault === undefined) return key
  throw unavailable(`The API key for ${owner} ${fault[0]}. ${remedy}`)
}

/**
 * Refuses a number that cannot be the length of a vector.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE`
 */
export function assertDimensions(dimensions: number): void {
  if (Number.isSafeInteger(dimensions) && dimensions >= 1) return
  throw unavailable(`${dimensions} is no length of a vector. Set dimensions to a whole number from 1.`)
}

/**
 * Parses the base URL of a provider if texts and keys may be sent there: `https:` to any host, `http:` to this machine
 * (`localhost`, 127.0.0.0/8, `::1`) or if it is allowed; without user name and password; not to an unspecified,
 * link-local or metadata address in any notation.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE`; the message contains at most the host
 */
export function assertEndpoint(baseUrl: string, allowHttp = false): URL {
  if (baseUrl.includes('${')) throw refused('holds a ${…} that was not replaced; set that variable')
  if (!URL.canParse(baseUrl)) throw refused('is not a URL; write it like https://api.example.com/v1')
  const url = new URL(baseUrl)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refused(`begins with ${url.protocol}; write one that begins with https://`)
  }
  if (url.username !== '' || url.password !== '') {
    throw refused('holds a user name or password; take it out, and give the key as the key')
  }
  refuseHost(url, allowHttp)
  return url
}

function refused(why: string): EmbeddingError {
  return unavailable(`The base URL ${why}.`)
}

function refuseHost({ protocol, hostname }: URL, allowHttp: boolean): void {
  const kind = hostKind(hostname)
  if (kind === 'forbidden') {
    throw refused(`leads to ${hostname}, an address that no provider has; write the address of the provider`)
  }
  if (protocol === 'http:' && kind !== 'loopback' && !allowHttp) {
    throw refused(
      `would send texts and keys to ${hostname} unencrypted; write https://, or allow http for this provider`,
    )
  }
}

/** Names under which clouds serve the credentials of a machine. */
const metadataNames = new Set(
  `instance-data instance-data.ec2.internal metadata metadata.azure.com metadata.goog metadata.google.internal
  metadata.tencentyun.com`.split(/\s+/),
)

/** Classifies a host as written by `URL.hostname`, i.e. with normalised IPv4 and IPv6 addresses. */
function hostKind(hostname: string): 'loopback' | 'forbidden' | 'other' {
  const name = hostname.toLowerCase().replace(/\.+$/, '')
  const address = name.replace(/^\[(.*)\]$/, '$1')
  // Other names under it are up to the resolver, which may point elsewhere (RFC 6761 is a recommendation).
  if (name === 'localhost' || address === '::1') return 'loopback'
  if (isIPv4(address) && address.startsWith('127.')) return 'loopback'
  const isForbidden =
    name === '' || metadataNames.has(name) || forbiddenAddresses.check(address, family(address))
  return isForbidden ? 'forbidden' : 'other'
}

/**
 * Unspecified, link-local, multicast and reserved addresses (IANA special-purpose registries, RFC 6890), then the metadata services
 * of Alibaba, Azure and Oracle.
 */
const forbiddenIPv4 = [
  '0.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/3',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
]

/** The same of IPv6, with the metadata services of Amazon and Google. */
const forbiddenIPv6 = ['::/128', 'fe80::/10', 'ff00::/8', 'fd00:ec2::/32', 'fd20:ce::/32']

const forbiddenAddresses = listForbidden()

function listForbidden(): BlockList {
  const list = new BlockList()
  for (const range of [...forbiddenIPv6, ...forbiddenIPv4]) {
    const [address = '', bits] = range.split('/')
    list.addSubnet(address, Number(bits), family(address))
  }
  return list
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}
