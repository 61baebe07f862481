import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { orUndefined } from '@recallite/command-line'
import type { ServerAddress } from '@recallite/store'
import { refuseEntry, type Entry } from '../errors.js'
import type { Surroundings } from './schema.js'

/** The parts of an address by their names in `psql`; none is empty. */
type Parts = Readonly<Record<string, string | undefined>>

/**
 * Completes the address of a PostgreSQL database as `psql` does: from the service in its parameter `service` or, without a
 * host, in PGSERVICE; then the password from PGPASSWORD or ~/.pgpass. Throws `SettingsError` for an unknown service.
 */
export function completeAddress(parsed: ServerAddress, surroundings: Surroundings, entry: Entry): URL {
  const { variables } = surroundings
  const { service: named, ...written } = partsOf(parsed)
  const name = named ?? (written['host'] ? '' : variables['PGSERVICE'])
  const service = name ? serviceOf(name, surroundings, entry) : {}
  // A server other than that of the service must not get its password.
  const isOther = written['host'] !== undefined && written['host'] !== service['host']
  const parts: Parts = { ...service, ...(isOther && { password: '' }), ...written }
  const password = parts['password'] || variables['PGPASSWORD'] || passwordInFile(parts, surroundings)
  const address = orUndefined(() => addressOf({ ...parts, password: password ?? '' }, parsed.url))
  return address ?? refuseEntry(entry, 'names a host that is invalid, perhaps by a service.')
}

function partsOf({ url, hosts }: ServerAddress): Parts {
  const { username, password, pathname, searchParams } = url
  const [user = '', secret = '', dbname = ''] = [username, password, pathname.slice(1)].map(decode)
  const [host, port] = [hosts.map((each) => each.host).join(), hosts.map((each) => each.port).join()]
  const parts = Object.entries({ host, port, user, password: secret, dbname })
  return Object.fromEntries([...searchParams, ...parts].filter(([, text]) => !/^,*$/u.test(text)))
}

const noParts = { host: '', port: '', user: '', password: '', dbname: '' }

/** Several hosts, or the folder of a socket, become parameters. */
function addressOf(parts: Parts, { protocol, hostname }: URL): URL {
  const { host, port, user, password, dbname, ...others } = { ...noParts, ...parts }
  const isParameter = /^$|^\/|,/u.test(host)
  const server = isParameter ? hostname : host.replace(/.*:.*/u, '[$&]')
  // An address without a host cannot have a user.
  const url = new URL(`${protocol}//${server || (user || password ? 'localhost' : '')}`)
  const [username, secret, pathname] = [user, password, dbname].map(encodeURIComponent)
  Object.assign(url, { port: isParameter ? '' : port, username, password: secret, pathname })
  const parameters = { ...others, ...(isParameter && { host, port }) }
  for (const [key, value] of Object.entries(parameters)) if (value) url.searchParams.set(key, value)
  return url
}

function serviceOf(name: string, { home, variables }: Surroundings, entry: Entry): Parts {
  const file = variables['PGSERVICEFILE'] || join(home, '.pg_service.conf')
  const service = readService(file, name)
  if (service) return { host: 'localhost', ...service }
  return refuseEntry(entry, `names the service "${name}", but ${file} has none of that name.`)
}

const maxBytes = 1_000_000

/** None if the file is too large or cannot be read. */
function linesOf(file: string): string[] {
  const stats = orUndefined(() => statSync(file))
  if (!stats?.isFile() || stats.size > maxBytes) return []
  return orUndefined(() => readFileSync(file, 'utf8').split(/\r?\n/u)) ?? []
}

/** The lines `key=value` below `[name]`; undefined if there is no such section. */
function readService(file: string, name: string): Record<string, string> | undefined {
  const [, ...others] = `\n${linesOf(file).join('\n')}`.split(/\n\s*\[/u)
  const section = others.find((text) => text.startsWith(`${name}]`))
  const pairs = section?.matchAll(/^([^#=\n]+?)[ \t]*=[ \t]*(.*?)[ \t]*$/gmu)
  return pairs && Object.fromEntries(Array.from(pairs, ([, key = '', value = '']) => [key.trim(), value]))
}

/**
 * The password of the first matching line `host:port:database:user:password`, for the first host that has one. Like `psql`, ignores a
 * file that others can read.
 */
function passwordInFile(parts: Parts, { home, variables }: Surroundings): string | undefined {
  const { host = '', port = '', dbname = 'postgres', user = 'postgres' } = parts
  const file = variables['PGPASSFILE'] || join(home, '.pgpass')
  const mode = orUndefined(() => statSync(file))?.mode ?? 0
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) return undefined
  const entries = linesOf(file).flatMap((line) => (line.startsWith('#') ? [] : [fieldsOf(line)]))
  const ports = port.split(',')
  const found = host.split(',').flatMap((each, at) => {
    const server = each.replace(/^$|^\/.*/u, 'localhost')
    const expected = [server, (ports[at] ?? ports[0]) || '5432', dbname, user]
    const fits = (fields: string[]) =>
      expected.every((value, index) => ['*', value].includes(fields[index] ?? ''))
    return entries.find(fits) ?? []
  })
  return found[4]
}

const decode = (text: string): string => orUndefined(() => decodeURIComponent(text)) ?? text

/** A backslash escapes a colon or a backslash. */
function fieldsOf(line: string): string[] {
  const fields = line.matchAll(/((?:\\.|[^\\:])*)(?::|$)/gu)
  return Array.from(fields, ([, field = '']) => field.replaceAll(/\\(.)/gu, '$1'))
}
