/** What a host is to us: this machine, one that may never be asked, or any other. */
export type HostKind = 'loopback' | 'forbidden' | 'other'

/** Names under which clouds serve the credentials of a machine to its programs. */
const metadataNames = new Set([
  'instance-data',
  'instance-data.ec2.internal',
  'metadata',
  'metadata.azure.com',
  'metadata.goog',
  'metadata.google.internal',
  'metadata.tencentyun.com',
])

/**
 * The kind of a host as `URL.hostname` writes it, i.e. with numbers of any notation as a dotted quad and IPv6 shortened.
 * Forbidden are the unspecified, link-local, multicast and reserved addresses (IANA special-purpose registries, RFC 6890)
 * and the metadata services of clouds, also where an IPv6 address embeds them.
 */
export function hostKind(hostname: string): HostKind {
  const name = hostname.toLowerCase().replace(/\.+$/, '')
  if (name.startsWith('[')) return kindOfGroups(allGroups(name.slice(1, -1)))
  if (/^\d+(\.\d+){3}$/.test(name)) return kindOfQuad(name.split('.').map(Number))
  // What other names under it are is for a resolver to say, and some say otherwise (RFC 6761 only asks them not to).
  if (name === 'localhost') return 'loopback'
  return name === '' || metadataNames.has(name) ? 'forbidden' : 'other'
}

/** Of Alibaba, Azure and Oracle; those of the others are link-local. */
const metadataQuads = new Set(['100.100.100.200', '168.63.129.16', '192.0.0.192'])

function kindOfQuad(quad: readonly number[]): HostKind {
  const [a = 0, b = 0] = quad
  if (a === 127) return 'loopback'
  const isForbidden = a === 0 || a >= 224 || (a === 169 && b === 254) || metadataQuads.has(quad.join('.'))
  return isForbidden ? 'forbidden' : 'other'
}

/** The eight groups of an IPv6 address, none of them left out. */
function allGroups(address: string): string {
  const [left = [], right = []] = address.split('::').map((side) => side.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].join(':')
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
