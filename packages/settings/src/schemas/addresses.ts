import * as v from 'valibot'
import { isFromWorkspace, refuseEntry, refuseValue, type Entry } from '../errors.js'
import { completeAddress } from './complete-address.js'
import { meaning } from './schema.js'
import { readText, silent } from './texts.js'

const allowed = 'an http:// or https:// address without name, password, query or fragment'

/** The address of a service. A workspace file may only name this machine, since texts and keys are sent there. */
export const url = meaning<string>(v.pipe(v.string(allowed), v.regex(/^(https?:\/\/|\$\{)/, allowed)), {
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
})

function parseAddress(address: string, entry: Entry): string {
  if (!URL.canParse(address)) refuseValue(entry, allowed)
  const { protocol, username, password, search, hash } = new URL(address)
  const isAllowed = /^https?:$/.test(protocol) && !username && !password && !search && !hash
  return isAllowed ? address : refuseValue(entry, allowed)
}

/** Whether an address is on this machine. */
export const isLoopback = (address: string): boolean => isLoopbackHost(new URL(address).hostname)

/** Whether a `URL.hostname` is certainly this machine. The system's resolver may resolve names below `localhost` to other addresses. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/iu.test(hostname)
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
  /** User, server, database and schema. */
  readonly display: string
  /** The address for the driver, perhaps with a password. */
  reveal(): string
}

const allowedStore = 'a postgres:// address, such as postgres://user@host/database?schema=team'

/** The address of a PostgreSQL store. Settings files may not contain the password, only a variable or a file of PostgreSQL may. */
export const storeUrl = meaning<StoreAddress>(
  v.pipe(v.string(allowedStore), v.regex(/^(postgres(ql)?:\/\/|\$\{)/, allowedStore)),
  {
    read(written, entry) {
      const resolveText = readText(written, entry)
      if (entry.origin.kind === 'file' && hasWrittenPassword(written)) {
        refuseEntry(
          entry,
          'must not have a password in a file. Put it into ~/.pgpass or the variable PGPASSWORD, or write ${NAME} in its place in the user file.',
        )
      }
      if (!written.includes('${')) parseStoreAddress(written, entry)
      return (surroundings) => {
        const address = parseStoreAddress(resolveText(surroundings), entry)
        const { href } = completeAddress(address, surroundings, entry)
        const display = withoutPassword(href)
        return silent({ display, reveal: () => href }, display)
      }
    },
    show: ({ display }) => display,
  },
)

const passwordInAddress = /^[^:]*:\/\/[^/?#]*?:([^@/?#]*)@|[?&]password=([^&#]*)/giu

function hasWrittenPassword(written: string): boolean {
  const passwords = Array.from(written.matchAll(passwordInAddress), ([, one, two]) => one ?? two ?? '')
  return passwords.some((password) => password.replaceAll(/\$\{[^}]*\}/gu, '') !== '')
}

function parseStoreAddress(address: string, entry: Entry): URL {
  const parsed = URL.canParse(address) ? new URL(address) : undefined
  const isAllowed = parsed !== undefined && /^postgres(?:ql)?:$/u.test(parsed.protocol) && !parsed.hash
  return isAllowed ? parsed : refuseValue(entry, allowedStore)
}

/** The printable address: user, server, database and schema. */
export function withoutPassword(address: string): string {
  if (!URL.canParse(address)) return '…'
  const { username, host, pathname, searchParams, protocol } = new URL(address)
  const schema = searchParams.get('schema')
  const user = username === '' ? '' : `${username}@`
  return `${protocol}//${user}${host}${pathname}${schema === null ? '' : `?schema=${schema}`}`
}
