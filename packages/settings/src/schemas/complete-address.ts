import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { orUndefined } from '@recallite/command-line'
import { refuseEntry, type Entry } from '../errors.js'
import type { Surroundings } from './schema.js'

/**
 * Completes the address of a PostgreSQL database as `psql` does. What an address lacks comes from the service that its parameter
 * `service` names, or PGSERVICE if it has no host; then the password from PGPASSWORD, or from ~/.pgpass.
 * @throws SettingsError for a service that is in no file
 */
export function completeAddress(written: URL, surroundings: Surroundings, entry: Entry): URL {
  const address = new URL(written)
  const { variables, home } = surroundings
  const name = address.searchParams.get('service') ?? (hostOf(address) === '' ? variables['PGSERVICE'] : '')
  address.searchParams.delete('service')
  if (name) {
    const file = variables['PGSERVICEFILE'] || join(home, '.pg_service.conf')
    const service = readService(file, name)
    const served = service && orUndefined(() => addressOf(service))
    if (!served)
      refuseEntry(entry, `means the service "${name}", and ${file} has none of that name with a host.`)
    fillIn(address, served)
  }
  const password =
    address.password === '' && (variables['PGPASSWORD'] || passwordInFile(address, surroundings))
  if (password) {
    // An address without a host cannot have a password.
    address.hostname ||= 'localhost'
    address.password = encodeURIComponent(password)
  }
  return address
}

const hostOf = ({ hostname, searchParams }: URL): string =>
  searchParams.get('host') ?? hostname.replace(/^\[(.*)\]$/u, '$1')

function fillIn(address: URL, served: URL): void {
  const host = hostOf(address)
  address.hostname ||= served.hostname
  // Another server than the service's must not be sent its password.
  if (['', hostOf(served)].includes(host)) address.password ||= served.password
  else served.searchParams.delete('host')
  address.port ||= served.port
  address.username ||= served.username
  if (address.pathname.length < 2) address.pathname = served.pathname
  for (const [key, value] of served.searchParams)
    if (!address.searchParams.has(key)) address.searchParams.set(key, value)
}

/** The address that a service stands for; a host that is a folder is that of a socket. */
function addressOf(service: Readonly<Record<string, string>>): URL {
  const { host, port, user, dbname, password } = {
    host: 'localhost',
    port: '',
    user: '',
    dbname: '',
    password: '',
    ...service,
  }
  const isFolder = host.startsWith('/')
  const address = new URL(`postgres://${isFolder ? 'localhost' : host.replace(/.*:.*/u, '[$&]')}`)
  address.port = port
  address.username = encodeURIComponent(user)
  address.password = encodeURIComponent(password)
  address.pathname = encodeURIComponent(dbname)
  const more = Object.entries(service).filter(([key]) => ['sslmode', 'sslrootcert'].includes(key))
  for (const [key, value] of [...more, ...(isFolder ? [['host', host] as const] : [])])
    address.searchParams.set(key, value)
  return address
}

const linesOf = (file: string): string[] =>
  orUndefined(() => readFileSync(file, 'utf8').split(/\r?\n/u)) ?? []

/** The lines `key=value` below `[name]`. */
function readService(file: string, name: string): Record<string, string> | undefined {
  const lines = linesOf(file).map((line) => line.trim())
  const start = lines.indexOf(`[${name}]`)
  if (start < 0) return undefined
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => line.startsWith('['))
  const pairs = rest.slice(0, end < 0 ? undefined : end).map((line) => /^([^#=]+?)\s*=\s*(.*)$/u.exec(line))
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1], pair[2]] as const] : [])))
}

/** The password in the first line `host:port:database:user:password` that fits. Like `psql`, it ignores a file that others may read. */
function passwordInFile(address: URL, { home, variables }: Surroundings): string | undefined {
  const file = variables['PGPASSFILE'] || join(home, '.pgpass')
  const mode = orUndefined(() => statSync(file))?.mode ?? 0
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) return undefined
  const [user, database] = [address.username, address.pathname.slice(1)].map(decode)
  const host = hostOf(address).replace(/^$|^\/.*/u, 'localhost')
  const wanted = [host, address.port || '5432', database || 'postgres', user || 'postgres']
  const entries = linesOf(file).flatMap((line) => (line.startsWith('#') ? [] : [fieldsOf(line)]))
  const fits = (fields: string[]) => wanted.every((value, at) => fields[at] === '*' || fields[at] === value)
  return entries.find(fits)?.[4]
}

const decode = (text: string): string => orUndefined(() => decodeURIComponent(text)) ?? text

/** A backslash stands before a colon or a backslash that belongs to a field. */
function fieldsOf(line: string): string[] {
  const fields = line.matchAll(/((?:\\.|[^\\:])*)(?::|$)/gu)
  return Array.from(fields, ([, field = '']) => field.replaceAll(/\\(.)/gu, '$1'))
}
