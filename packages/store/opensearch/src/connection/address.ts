import { readFileSync, statSync } from 'node:fs'
import { StoreError } from '@recallite/store'

/** A parsed address of a store. */
export type Address = ReturnType<typeof readAddress>

export interface AddressOptions {
  readonly url: string
  readonly password?: string | undefined
}

const form =
  /^opensearch:\/\/(?:(?<user>[^:@/?#]*)(?::(?<secret>[^@/?#]*))?@)?(?<hosts>[^/?#]+)\/?(?:\?(?<query>[^#]*))?$/u
const hostForm = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/iu
const here = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/iu
const defaultPort = 9200

/**
 * Parses the address of a store. Servers on other computers are reached by TLS with a verified certificate.
 * @throws StoreError `STORE_UNAVAILABLE`; its message does not contain the password
 */
export function readAddress({ url, password }: AddressOptions) {
  const { user = '', secret = '', hosts = '', query = '' } = form.exec(url)?.groups ?? {}
  const names = hosts.split(',')
  if (!names.every((host) => hostForm.test(host)))
    throw invalid(
      'This is not the address of a store in OpenSearch. Use opensearch://user@host:9200/?prefix=team.',
    )
  const parameters = readParameters(query)
  const { prefix = 'recallite', ca, shards, replicas } = parameters
  const isTls = ca !== undefined || !names.every((host) => here.test(host))
  const given = password ?? decode(secret)
  const shown = `opensearch://${user === '' ? '' : `${user}@`}${hosts}/?prefix=${prefix}`
  return {
    nodes: names.map(
      (host) => `${isTls ? 'https' : 'http'}://${/:\d+$/u.test(host) ? host : `${host}:${defaultPort}`}`,
    ),
    auth: user === '' ? undefined : { username: decode(user), password: given },
    ssl: ca === undefined ? undefined : { ca: readCertificate(ca) },
    prefix: checkedPrefix(prefix),
    shards: readCount('shards', shards, 1) ?? 1,
    /** Undefined: one if there are several nodes. */
    replicas: readCount('replicas', replicas, 0),
    /** The address without a password, for messages. */
    displayUrl: shown,
    /** Texts that no message may contain. */
    secrets: [...new Set([given, secret])].filter((text) => text !== ''),
  }
}

type Name = (typeof parameterNames)[number]

const parameterNames = ['prefix', 'shards', 'replicas', 'ca'] as const

function readParameters(query: string): Partial<Record<Name, string>> {
  const entries = [...new URLSearchParams(query)]
  const unknown = entries.find(([name]) => !parameterNames.some((known) => known === name))
  if (!unknown) return Object.fromEntries(entries)
  throw invalid(`An address of OpenSearch has no parameter ${unknown[0]}. Use ${parameterNames.join(', ')}.`)
}

/** Names of indexes begin with the prefix. */
function checkedPrefix(prefix: string): string {
  if (/^[a-z][a-z0-9_-]{0,63}$/u.test(prefix)) return prefix
  throw invalid(
    'The prefix is invalid. Use up to 64 lower-case letters, digits, hyphens and underscores, starting with a letter.',
  )
}

function readCount(name: Name, text: string | undefined, min: number): number | undefined {
  if (text === undefined) return undefined
  const count = /^\d{1,4}$/u.test(text) ? Number(text) : -1
  if (count >= min) return count
  throw invalid(`${name}=${text} is invalid. Use a whole number of at least ${min}.`)
}

function readCertificate(path: string): string {
  try {
    if (statSync(path).size <= 1_000_000) return readFileSync(path, 'utf8')
  } catch {
    // The error below covers it.
  }
  throw invalid(`The certificate ${path} of the parameter ca cannot be read, or is larger than 1 MB.`)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const invalid = (message: string): StoreError => new StoreError('STORE_UNAVAILABLE', message)
