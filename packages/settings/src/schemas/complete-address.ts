import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { orUndefined } from '@recallite/command-line'
import { refuseEntry, type Entry } from '../errors.js'
import type { Surroundings } from './schema.js'

/**
 * Completes the address of a PostgreSQL database as `psql` does: from the service in its parameter `service` or, without a
 * host, in PGSERVICE; then the password from PGPASSWORD or ~/.pgpass. Throws `SettingsError` for an unknown service.
 */
export function completeAddress(written: URL, surroundings: Surroundings, entry: Entry): URL {
  const address = new URL(written)
  fillIn(address, serviceOf(address, surroundings, entry))
  const password = surroundings.variables['PGPASSWORD'] || passwordInFile(address, surroundings)
  if (address.password !== '' || !password) return address
  // An address without a host cannot have a password.
  address.hostname ||= 'localhost'
  address.password = encodeURIComponent(password)
  return address
}

const hostOf = ({ hostname, searchParams }: URL): string =>
  searchParams.get('host') ?? hostname.replace(/^\[(.*)\]$/u, '$1')

function serviceOf(address: URL, { home, variables }: Surroundings, entry: Entry): URL | undefined {
  const name = address.searchParams.get('service') ?? (hostOf(address) === '' ? variables['PGSERVICE'] : '')
  if (!name) return undefined
  address.searchParams.delete('service')
  const file = variables['PGSERVICEFILE'] || join(home, '.pg_service.conf')
  const service = readService(file, name)
  const served = service && orUndefined(() => addressOf(service))
  return served ?? refuseEntry(entry, `names the service "${name}", but ${file} has none of that name.`)
}

function fillIn(address: URL, served: URL | undefined): void {
  if (!served) return
  const host = hostOf(address)
  address.hostname ||= served.hostname
  // A server other than that of the service must not get its password.
  if (['', hostOf(served)].includes(host)) address.password ||= served.password
  else served.searchParams.delete('host')
  address.port ||= served.port
  address.username ||= served.username
  if (address.pathname.length < 2) address.pathname = served.pathname
  for (const [key, value] of served.searchParams)
    if (!address.searchParams.has(key)) address.searchParams.set(key, value)
}

/** The address of a service; a host that is a folder is that of a socket. */
function addressOf({ host = 'localhost', ...service }: Readonly<Record<string, string>>): URL {
  const isFolder = host.startsWith('/')
  const address = new URL(`postgres://${isFolder ? 'localhost' : host.replace(/.*:.*/u, '[$&]')}`)
  const { port = '', user = '', dbname = '', password = '' } = service
  const [username, secret, pathname] = [user, password, dbname].map(encodeURIComponent)
  Object.assign(address, { port, username, password: secret, pathname })
  const parameters = {
    ...(isFolder && { host }),
    sslmode: service['sslmode'],
    sslrootcert: service['sslrootcert'],
  }
  for (const [key, value] of Object.entries(parameters)) if (value) address.searchParams.set(key, value)
  return address
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

/** The password of the first matching line `host:port:database:user:password`. Like `psql`, ignores a file that others can read. */
function passwordInFile(address: URL, { home, variables }: Surroundings): string | undefined {
  const file = variables['PGPASSFILE'] || join(home, '.pgpass')
  const mode = orUndefined(() => statSync(file))?.mode ?? 0
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) return undefined
  const [user, database] = [address.username, address.pathname.slice(1)].map(decode)
  const host = hostOf(address).replace(/^$|^\/.*/u, 'localhost')
  const expected = [host, address.port || '5432', database || 'postgres', user || 'postgres']
  const entries = linesOf(file).flatMap((line) => (line.startsWith('#') ? [] : [fieldsOf(line)]))
  const fits = (fields: string[]) => expected.every((value, at) => fields[at] === '*' || fields[at] === value)
  return entries.find(fits)?.[4]
}

const decode = (text: string): string => orUndefined(() => decodeURIComponent(text)) ?? text

/** A backslash escapes a colon or a backslash. */
function fieldsOf(line: string): string[] {
  const fields = line.matchAll(/((?:\\.|[^\\:])*)(?::|$)/gu)
  return Array.from(fields, ([, field = '']) => field.replaceAll(/\\(.)/gu, '$1'))
}
