import { type EmbeddingError, unavailable } from '../errors.js'

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

type HostKind = 'loopback' | 'forbidden' | 'other'

/** Names under which clouds serve the credentials of a machine. */
const metadataNames = new Set(
  `instance-data instance-data.ec2.internal metadata metadata.azure.com metadata.goog metadata.google.internal
  metadata.tencentyun.com`.split(/\s+/),
)

/**
 * Classifies a host as written by `URL.hostname`, i.e. with normalised IPv4 and IPv6 addresses. Forbidden are
 * unspecified, link-local, multicast and reserved addresses (IANA special-purpose registries, RFC 6890) and the
 * metadata services of clouds, also embedded in IPv6 addresses.
 */
function hostKind(hostname: string): HostKind {
  const name = hostname.toLowerCase().replace(/\.+$/, '')
  if (name.startsWith('[')) return kindOfGroups(allGroups(name.slice(1, -1)))
  if (/^\d+(\.\d+){3}$/.test(name)) return kindOfQuad(name.split('.').map(Number))
  // Other names under it are up to the resolver, which may point elsewhere (RFC 6761 is a recommendation).
  if (name === 'localhost') return 'loopback'
  return name === '' || metadataNames.has(name) ? 'forbidden' : 'other'
}

/** Unspecified, link-local, multicast, the metadata services of Amazon (fd00:ec2::254) and Google (fd20:ce::254). */
const forbiddenGroups = /^((0:){7}0$|fe[89ab].:|ff..:|fd00:ec2:|fd20:ce:)/
/** IPv4-compatible, -mapped and -translated addresses and NAT64 end with an IPv4 address; 6to4 begins with one. */
const embeddedQuad =
  /^(?:(?:0:0:0:0:0:0|0:0:0:0:0:ffff|0:0:0:0:ffff:0|64:ff9b:.*):(\w+):(\w+)|2002:(\w+):(\w+):.*)$/

function kindOfGroups(groups: string): HostKind {
  if (groups === '0:0:0:0:0:0:0:1') return 'loopback'
  if (forbiddenGroups.test(groups)) return 'forbidden'
  const pair = embeddedQuad.exec(groups)?.slice(1).filter(Boolean) ?? []
  const quad = pair.map((group) => Number.parseInt(group, 16)).flatMap((group) => [group >> 8, group & 0xff])
  return quad.length > 0 && kindOfQuad(quad) === 'forbidden' ? 'forbidden' : 'other'
}

/** Of Alibaba, Azure and Oracle; those of other clouds are link-local. */
const metadataQuads = new Set(['100.100.100.200', '168.63.129.16', '192.0.0.192'])

function kindOfQuad(quad: readonly number[]): HostKind {
  const [a = 0, b = 0] = quad
  if (a === 127) return 'loopback'
  const isForbidden = a === 0 || a >= 224 || (a === 169 && b === 254) || metadataQuads.has(quad.join('.'))
  return isForbidden ? 'forbidden' : 'other'
}

/** The eight groups of an IPv6 address, with zeros filled in. */
function allGroups(address: string): string {
  const [left = [], right = []] = address.split('::').map((side) => side.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].join(':')
}
