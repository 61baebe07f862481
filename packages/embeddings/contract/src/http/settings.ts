import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { type EmbeddingError, unavailable } from '../errors.js'
import type { ConnectionOptions } from './connection.js'

/** The settings that all hosted providers share. */
export interface HostedSettings extends Pick<
  ConnectionOptions,
  'fetch' | 'firstByteTimeout' | 'idleTimeout' | 'now'
> {
  /** Allows `http:` for hosts other than this machine; default false. */
  readonly allowHttp?: boolean | undefined
  /** Aborts the creation; has no effect on a created model. */
  readonly signal?: AbortSignal | undefined
}

const faults: readonly (readonly [fault: string, pattern: RegExp])[] = [
  ['is empty', /^$/],
  ['is a variable that was not expanded', /\$\{|^\$[A-Z_]+$/],
  ['contains invalid characters', /[^\x21-\x7e]/],
]

/**
 * Trims a key and throws `EMBEDDING_MODEL_UNAVAILABLE` if it is invalid. HTTP clients would repeat invalid characters in
 * their errors.
 */
export function assertApiKey(apiKey: string, service: string, remedy: string): string {
  const key = apiKey.trim()
  const fault = faults.find(([, pattern]) => pattern.test(key))
  if (fault === undefined) return key
  throw unavailable(`The API key for ${service} ${fault[0]}. ${remedy}`)
}

/** Throws `EMBEDDING_MODEL_UNAVAILABLE` unless the number is a positive integer. */
export function assertDimensions(dimensions: number): void {
  if (Number.isSafeInteger(dimensions) && dimensions >= 1) return
  throw unavailable(`${dimensions} is not a valid vector length. Set dimensions to a whole number from 1.`)
}

/**
 * Parses a base URL that texts and keys may be sent to: `https:`, or `http:` to this machine (`localhost`, 127.0.0.0/8,
 * `::1`) or if `allowHttp`; without user name and password; not an unspecified, link-local or metadata address in any
 * notation. Throws `EMBEDDING_MODEL_UNAVAILABLE`; the message contains only the host.
 */
export function assertEndpoint(baseUrl: string, allowHttp = false): URL {
  if (baseUrl.includes('${')) throw refused('contains a ${…} that was not expanded; set that variable')
  if (!URL.canParse(baseUrl)) throw refused('is not a valid URL; use the form https://api.example.com/v1')
  const url = new URL(baseUrl)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refused(`starts with ${url.protocol}; use https://`)
  }
  if (url.username !== '' || url.password !== '') {
    throw refused('contains a user name or password; remove it and set the API key instead')
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
    throw refused(`points to ${hostname}, a reserved address; use the address of the provider`)
  }
  if (protocol === 'http:' && kind !== 'loopback' && !allowHttp) {
    throw refused(
      `would send texts and keys to ${hostname} unencrypted; use https://, or allow http for this provider`,
    )
  }
}

/** Hosts that serve the credentials of a cloud machine. */
const metadataNames = new Set(
  `instance-data instance-data.ec2.internal metadata metadata.azure.com metadata.goog metadata.google.internal
  metadata.tencentyun.com`.split(/\s+/),
)

/** Classifies `URL.hostname`, whose IPv4 and IPv6 addresses are normalised. */
function hostKind(hostname: string): 'loopback' | 'forbidden' | 'other' {
  const name = hostname.toLowerCase().replace(/\.+$/, '')
  const address = name.replace(/^\[(.*)\]$/, '$1')
  // The resolver may point names below `localhost` elsewhere (RFC 6761 is a recommendation).
  if (name === 'localhost' || address === '::1') return 'loopback'
  if (isIPv4(address) && address.startsWith('127.')) return 'loopback'
  const isForbidden =
    name === '' || metadataNames.has(name) || forbiddenAddresses.check(address, family(address))
  return isForbidden ? 'forbidden' : 'other'
}

/**
 * Unspecified, link-local, multicast and reserved addresses (IANA special-purpose registries, RFC 6890), and the metadata
 * services of Alibaba, Azure, Oracle, Amazon and Google.
 */
const forbiddenRanges = `0.0.0.0/8 169.254.0.0/16 224.0.0.0/3 100.100.100.200/32 168.63.129.16/32 192.0.0.192/32
  ::/128 fe80::/10 ff00::/8 fd00:ec2::/32 fd20:ce::/32`

const forbiddenAddresses = new BlockList()
for (const range of forbiddenRanges.split(/\s+/)) {
  const [address = '', bits] = range.split('/')
  forbiddenAddresses.addSubnet(address, Number(bits), family(address))
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}
