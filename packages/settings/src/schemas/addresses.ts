import { parseServerAddress } from '@recallite/store'
import * as v from 'valibot'
import { isFromWorkspace, refuseEntry, refuseValue, type Entry } from '../errors.js'
import { assertCluster, clusterParameters, passwordOfCluster } from './cluster-address.js'
import { completeAddress } from './complete-address.js'
import { meaning } from './schema.js'
import { readText, silent } from './texts.js'

const serviceForm = 'an http:// or https:// address without name, password, query or fragment'

/** The address of a service. A workspace file may only name this machine, since texts and keys are sent there. */
export const url = meaning<string>(
  v.pipe(v.string(serviceForm), v.regex(/^(https?:\/\/|\$\{)/, serviceForm)),
  {
    read(written, entry) {
      const resolveText = readText(written, entry)
      if (isFromWorkspace(entry.origin) && !isLoopback(parseAddress(written, entry))) {
        refuseEntry(
          entry,
          'may only be an address of this machine (localhost) in a workspace file. Put others into the user file, ~/.recallite/config.yaml.',
        )
      }
      if (!written.includes('${')) parseAddress(written, entry)
      return (surroundings) => parseAddress(resolveText(surroundings), entry)
    },
  },
)

function parseAddress(address: string, entry: Entry): string {
  if (!URL.canParse(address)) refuseValue(entry, serviceForm)
  const { protocol, username, password, search, hash } = new URL(address)
  const isAllowed = /^https?:$/.test(protocol) && !username && !password && !search && !hash
  return isAllowed ? address : refuseValue(entry, serviceForm)
}

/** Whether an address is on this machine. */
export const isLoopback = (address: string): boolean => isLoopbackHost(new URL(address).hostname)

/** Whether a host is certainly this machine. The system's resolver may resolve names below `localhost` to other addresses. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|::1|\[::1\])$/iu.test(host)
}

/** Expands `OLLAMA_HOST` as Ollama does: host, port and scheme are each optional. */
export function ollamaAddress(text: string): string {
  const written = text.trim()
  const isBare = !/^https?:\/\//i.test(written)
  const address = `${isBare ? 'http://' : ''}${written.startsWith(':') ? '127.0.0.1' : ''}${written}`
  if (!URL.canParse(address)) return text
  const parsed = new URL(address)
  // Servers listen on all addresses by this name; clients cannot connect to it.
  if (parsed.hostname === '0.0.0.0') parsed.hostname = '127.0.0.1'
  // URL drops an explicit port 80, which differs from a missing port: that one means Ollama's.
  if (isBare && parsed.port === '' && !/:80\/?$/.test(written)) parsed.port = '11434'
  return parsed.href.replace(/\/$/, '')
}

/** The address of a store; never printed with its password. */
export interface StoreAddress {
  /** User, hosts, database and schema, or parameters. */
  readonly display: string
  /** Names the local files of a memory on the server, and remains when hosts or parameters are added. */
  readonly id: string
  /** The address for the driver, perhaps with a password. */
  reveal(): string
}

const postgresForm = 'a postgres:// address, such as postgres://user@host/database?schema=team'
const clusterForm = 'an opensearch:// address, such as opensearch://user@host1,host2:9200/?prefix=team'

/** The address of a PostgreSQL or OpenSearch store. Settings files may not contain the password, only a variable or a separate file may. */
export const storeUrl = storeAddress(
  `${postgresForm}, or ${clusterForm}`,
  /^((postgres(ql)?|opensearch):\/\/|\$\{)/,
)

/** The address of a PostgreSQL store of records. */
export const recordsUrl = storeAddress(
  `${postgresForm}: records are stored in SQLite or PostgreSQL`,
  /^(postgres(ql)?:\/\/|\$\{)/,
)

/** Whether a store is in an OpenSearch cluster. */
export function isCluster({ display }: Pick<StoreAddress, 'display'>): boolean {
  return display.startsWith('opensearch:')
}

function storeAddress(allowed: string, form: RegExp) {
  return meaning<StoreAddress>(v.pipe(v.string(allowed), v.regex(form, allowed)), {
    read(written, entry) {
      const resolveText = readText(written, entry)
      if (entry.origin.kind === 'file' && hasWrittenPassword(written)) refusePassword(written, entry)
      const parse = (text: string) => {
        const parsed = form.test(text) ? parseServerAddress(text) : undefined
        if (!parsed || parsed.url.hash) return refuseValue(entry, allowed)
        if (isCluster({ display: text })) assertCluster(text, parsed, entry)
        return parsed
      }
      if (!written.includes('${')) parse(written)
      return (surroundings) => {
        const text = resolveText(surroundings)
        const parsed = parse(text)
        const password = isCluster({ display: text }) && passwordOfCluster(parsed, surroundings, entry)
        const href =
          password === false
            ? completeAddress(parsed, surroundings, entry).href
            : withoutPassword(text).replace('@', () => `${password && ':'}${password}@`)
        const display = withoutPassword(href)
        return silent({ display, id: idOf(display), reveal: () => href }, display)
      }
    },
    show: ({ display }) => display,
  })
}

function refusePassword(written: string, entry: Entry): never {
  const places = isCluster({ display: written })
    ? 'OPENSEARCH_PASSWORD or a file that OPENSEARCH_PASSWORD_FILE names'
    : '~/.pgpass or the variable PGPASSWORD'
  const advice = `Put it into ${places}, or write \${NAME} in its place in the user file.`
  return refuseEntry(entry, `must not have a password in a file. ${advice}`)
}

const passwordInAddress = /^[^:]*:\/\/[^/?#]*?:([^@/?#]*)@|[?&]password=([^&#]*)/giu

function hasWrittenPassword(written: string): boolean {
  const passwords = Array.from(written.matchAll(passwordInAddress), ([, one, two]) => one ?? two ?? '')
  return passwords.some((password) => password.replaceAll(/\$\{[^}]*\}/gu, '') !== '')
}

/** The last one is not known to other programs. */
const postgresParameters = ['service', 'sslmode', 'sslrootcert', 'target_session_attrs', 'schema']

/** The printable address: without its password, and with known parameters only, since a mistyped one could contain it. */
export function withoutPassword(address: string): string {
  const parsed = parseServerAddress(address)
  if (!parsed) return '…'
  const { protocol, username, host, pathname, search } = parsed.url
  const isOfCluster = isCluster({ display: address })
  const written = search.slice(1).split('&')
  const names = isOfCluster ? clusterParameters : postgresParameters
  const parameters = names.flatMap((name) => written.filter((each) => each.startsWith(`${name}=`)))
  const list = parsed.hosts.map(({ text }) => text).join()
  // A host may be the folder of a socket.
  const server = list.startsWith('/') ? host : list
  const start = isOfCluster ? `${server.toLowerCase()}/` : `${server}${pathname}`
  return `${protocol}//${username && `${username}@`}${start}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
}

/** Has only the first host, and the schema or prefix. */
function idOf(display: string): string {
  const [start = '', query] = display.replace(/,[^/?]*/u, '').split('?')
  const [schema, prefix] = ['schema', 'prefix'].map((name) => new URLSearchParams(query).get(name))
  if (!isCluster({ display })) return `${start}${schema ? `?schema=${schema}` : ''}`
  return `opensearch://${new URL(start).host.replace(/:9200$/u, '')}/${prefix ?? ''}`
}
