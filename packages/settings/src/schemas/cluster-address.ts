import { readFileSync, statSync } from 'node:fs'
import { orUndefined, shellWord } from '@recallite/command-line'
import type { ServerAddress } from '@recallite/store'
import { refuseEntry, refuseValue, shortened, type Entry } from '../errors.js'
import type { Surroundings } from './schema.js'

/** The parameters of the address of an OpenSearch cluster. */
export const clusterParameters: readonly string[] = ['prefix', 'shards', 'replicas', 'ca']

const form = /^opensearch:\/\/(?:[^:@/?#\s]+(?::[^@/?#\s]*)?@)?[^@/?#\s]+\/?(?:\?\S*)?$/u

/** Throws `SettingsError` for an address of another form, or with an unknown parameter. */
export function assertCluster(address: string, { url }: ServerAddress, entry: Entry): void {
  const { username, password, searchParams } = url
  if (!form.test(address))
    refuseValue(entry, 'an address such as opensearch://user@host1,host2:9200/?prefix=team')
  const unknown = Array.from(searchParams.keys()).find((name) => !clusterParameters.includes(name))
  if (unknown !== undefined) {
    const names = clusterParameters.join(', ')
    refuseEntry(entry, `has no parameter "${shortened(unknown)}" for OpenSearch. It has ${names}.`)
  }
  if (orUndefined(() => decodeURIComponent(`${username}${password}`)) === undefined)
    refuseValue(entry, 'an address with each % of user and password written as %25')
}

/**
 * The password of the user, encoded: the written one, or that of OPENSEARCH_PASSWORD or of the file of OPENSEARCH_PASSWORD_FILE. Throws
 * `SettingsError` for a file that cannot be read, or that others can read.
 */
export function passwordOfCluster({ url }: ServerAddress, { variables }: Surroundings, entry: Entry): string {
  const { OPENSEARCH_PASSWORD: given, OPENSEARCH_PASSWORD_FILE: file } = variables
  return url.password || encodeURIComponent(given || (file && url.username ? passwordIn(file, entry) : ''))
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
