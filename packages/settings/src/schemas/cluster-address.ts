import { readFileSync, statSync } from 'node:fs'
import { orUndefined, shellWord } from '@recallite/command-line'
import { refuseEntry, refuseValue, shortened, type Entry } from '../errors.js'
import type { Surroundings } from './schema.js'

/** The parts of the address of an OpenSearch cluster, in which `URL` does not allow a list of hosts with ports. */
interface ClusterParts {
  /** The address without its password. */
  readonly display: string
  /** The first host and the prefix, which remain when hosts or parameters are added. */
  readonly id: string
  readonly hosts: readonly string[]
  readonly query: URLSearchParams
  /** User and password are percent-encoded. */
  readonly user: string | undefined
  readonly password: string | undefined
}

const form =
  /^opensearch:\/\/(?:(?<user>[^:@/?#\s]+)(?::(?<password>[^@/?#\s]*))?@)?(?<list>[^@/?#\s]+)\/?(?:\?(?<parameters>[^#\s]*))?$/u
const hostForm = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/iu

const parameterNames: readonly string[] = ['prefix', 'shards', 'replicas', 'ca']

/** Splits an address such as `opensearch://user@host1,host2:9200/?prefix=team`; undefined if it has another form. */
export function splitCluster(address: string): ClusterParts | undefined {
  const { user, password, list = '', parameters = '' } = form.exec(address)?.groups ?? {}
  const hosts = list.toLowerCase().split(',')
  if (!hosts.every((host) => hostForm.test(host))) return undefined
  const query = new URLSearchParams(parameters)
  // A mistyped parameter could contain the password.
  const shown = parameters.split('&').filter((each) => parameterNames.includes(each.replace(/=.*/u, '')))
  const end = shown.length > 0 ? `?${shown.join('&')}` : ''
  return {
    display: `opensearch://${user ? `${user}@` : ''}${hosts.join(',')}/${end}`,
    id: `opensearch://${list.toLowerCase().replace(/(?::9200)?(?:,.*)?$/u, '')}/${query.get('prefix') ?? ''}`,
    hosts,
    query,
    user,
    password: password || undefined,
  }
}

/** Like `splitCluster`; throws `SettingsError` for another form or an unknown parameter. */
export function assertCluster(address: string, entry: Entry, allowed: string): ClusterParts {
  const parts = splitCluster(address) ?? refuseValue(entry, allowed)
  const unknown = Array.from(parts.query.keys()).find((name) => !parameterNames.includes(name))
  if (unknown !== undefined) {
    const names = parameterNames.join(', ')
    refuseEntry(entry, `has no parameter "${shortened(unknown)}" for OpenSearch. It has ${names}.`)
  }
  const isEncoded = orUndefined(() => decodeURIComponent(`${parts.user}${parts.password}`)) !== undefined
  return isEncoded ? parts : refuseValue(entry, 'an address with each % of user and password written as %25')
}

/**
 * Adds the password of the user, unless the address has one: from OPENSEARCH_PASSWORD or the file of OPENSEARCH_PASSWORD_FILE. Throws
 * `SettingsError` for a file that cannot be read, or that others can read.
 */
export function completeCluster(
  { display, id, user, password: written }: Pick<ClusterParts, 'display' | 'id' | 'user' | 'password'>,
  { variables }: Pick<Surroundings, 'variables'>,
  entry: Entry,
): Pick<ClusterParts, 'display' | 'id'> & { readonly href: string } {
  const { OPENSEARCH_PASSWORD: given, OPENSEARCH_PASSWORD_FILE: file } = variables
  const read = () => given || (file ? passwordIn(file, entry) : '')
  const password = user === undefined ? '' : (written ?? encodeURIComponent(read()))
  return { display, id, href: password === '' ? display : display.replace('@', () => `:${password}@`) }
}

function passwordIn(file: string, entry: Entry): string {
  const refuse = (reason: string) =>
    refuseEntry(entry, `needs the password in ${file}, which OPENSEARCH_PASSWORD_FILE names: ${reason}`)
  const stats = orUndefined(() => statSync(file))
  if (process.platform !== 'win32' && ((stats?.mode ?? 0) & 0o077) !== 0)
    refuse(`other users can read it. To prevent that: chmod 600 ${shellWord(file)}`)
  const text = stats?.isFile() ? orUndefined(() => readFileSync(file, 'utf8')) : undefined
  return text?.replace(/\r?\n$/u, '') ?? refuse('it cannot be read.')
}
