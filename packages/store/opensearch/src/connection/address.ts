import { readFileSync, statSync } from 'node:fs'
import { unescape } from 'node:querystring'
import { StoreError } from '@recallite/store'

export interface AddressOptions {
  readonly url: string
  readonly password?: string | undefined
}

const form =
  /^opensearch:\/\/(?:(?<user>[^:@/?#]*)(?::(?<secret>[^@/?#]*))?@)?(?<hosts>[^/?#]+)\/?(?:\?(?<query>[^#]*))?$/u
const hostForm = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/iu
const localHost = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/iu

/** A parsed address of a store. */
export type Address = ReturnType<typeof readAddress>

/** Parses the address of a store. Servers on other computers are reached by TLS with a verified certificate. */
export function readAddress({ url, password: separatePassword }: AddressOptions) {
  const { user, secret = '', hosts = '', query } = { ...form.exec(url)?.groups }
  const names = hosts.split(',')
  if (!names.every((host) => hostForm.test(host)))
    throw invalid('This is not an address of OpenSearch. Use opensearch://user@host:9200/?prefix=team.')
  const { ssl, ...parameters } = readParameters(query)
  const scheme = 'ca' in ssl || names.some((host) => !localHost.test(host)) ? 'https' : 'http'
  const password = separatePassword ?? unescape(secret)
  return {
    ...parameters,
    /** Options of the client. */
    connection: {
      nodes: names.map((host) => `${scheme}://${host}${/:\d+$/u.test(host) ? '' : ':9200'}`),
      ...(user && { auth: { username: unescape(user), password } }),
      ssl,
    },
    /** The address without a password, for messages. */
    displayUrl: `opensearch://${user ? `${user}@` : ''}${hosts}/?prefix=${parameters.prefix}`,
    /** Texts that no message may contain. */
    secrets: [password, secret].filter((text) => text !== ''),
  }
}

function readParameters(query = '') {
  const parameters: Readonly<Record<string, string>> = Object.fromEntries(new URLSearchParams(query))
  const { prefix = 'recallite', ca, shards = '1', replicas, ...others } = parameters
  const [name] = Object.keys(others)
  if (name !== undefined)
    throw invalid(`An address of OpenSearch has no parameter ${name}. Use prefix, shards, replicas, ca.`)
  if (!/^[a-z][a-z0-9_-]{0,63}$/u.test(prefix))
    throw invalid('The prefix is invalid. Use a letter and up to 63 of a-z, 0-9, hyphens and underscores.')
  if (!/^0*[1-9]\d{0,3}$/u.test(shards) || !/^\d{1,4}$/u.test(replicas ?? '0'))
    throw invalid('The number of shards must be from 1 to 9999, and that of replicas from 0 to 9999.')
  return {
    prefix,
    ssl: ca === undefined ? {} : { ca: readCertificate(ca) },
    shards: Number(shards),
    replicas,
  }
}

function readCertificate(path: string): string {
  try {
    if (statSync(path).size <= 1_000_000) return readFileSync(path, 'utf8')
  } catch {
    // The error below covers it.
  }
  throw invalid(`The certificate ${path} of the parameter ca cannot be read, or is larger than 1 MB.`)
}

const invalid = (message: string): StoreError => new StoreError('STORE_UNAVAILABLE', message)
