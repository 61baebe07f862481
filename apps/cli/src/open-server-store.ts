import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { orUndefined, printable } from '@recallite/command-line'
import { importFromFolder, type StoreAddress } from '@recallite/settings'
import { StoreError, type Store } from '@recallite/store'
import type * as postgres from '@recallite/store-postgres'
import type { MemoryLocation, MemoryUse } from './memory-location.js'

/** The driver's package: it is never installed with this program. */
const packageName = '@recallite/store-postgres'

interface ServerUse extends MemoryUse {
  readonly server: StoreAddress
}

/**
 * Opens the index that a server has. A command that only reads is content with a server that cannot be written to, such as a
 * replica, and says so in a line.
 * @throws StoreError, `STORE_UNAVAILABLE` if the driver is not installed
 */
export async function openServerStore(
  { sources, connection: { within } }: Pick<MemoryLocation, 'sources' | 'connection'>,
  { server, onlyReads, ...use }: ServerUse,
): Promise<{ readonly store: Store; readonly isReadOnly?: boolean }> {
  if (use.isScratch) {
    throw new StoreError(
      'STORE_UNSUPPORTED',
      `${server.shown} cannot be copied for a trial. Try it with a file: --db :memory:`,
    )
  }
  const create = use.fills === true || (use.mayBegin === true && sources.length > 0)
  try {
    return { store: await openAddress(server, { create, within }) }
  } catch (error) {
    if (!onlyReads || !StoreError.isInstance(error) || error.code !== 'STORE_READ_ONLY') throw error
    const store = await openAddress(server, { create: false, isReadOnly: true, within })
    onlyReads.talk(
      `${printable(server.shown)} cannot be written: it is read as it is, without what has changed since.\n`,
    )
    return { store, isReadOnly: true }
  }
}

/** How a store on a server is opened. */
interface AddressOptions {
  /** Whether to make a schema that is not there; default true. */
  readonly create?: boolean | undefined
  readonly isReadOnly?: boolean | undefined
  readonly within?: string | undefined
}

/** What this program needs of the driver; only its types are there when the program is built. */
type ServerDriver = Pick<typeof postgres, 'openPostgresStore'>

/**
 * Opens the store at an address; its parameter `schema` names the schema that has the tables.
 * @throws StoreError
 */
export async function openAddress(server: StoreAddress, options: AddressOptions = {}): Promise<Store> {
  const driver = await loadDriver(server)
  const address = new URL(server.reveal())
  const schema = address.searchParams.get('schema')
  address.searchParams.delete('schema')
  return driver.openPostgresStore({
    ...options,
    url: address.href,
    ...(schema === null ? {} : { schema }),
  })
}

/** The working folder is not looked into: it may have come from another person, with code of theirs. */
async function loadDriver({ shown }: StoreAddress): Promise<ServerDriver> {
  const beside = placesOfPackages().map((place) =>
    orUndefined(() => createRequire(place).resolve(packageName)),
  )
  const file = beside.find((found) => found !== undefined)
  const install = `npm install --global ${packageName}`
  const loading =
    file === undefined ? importFromFolder<ServerDriver>(packageName) : import(pathToFileURL(file).href)
  if (loading === undefined) {
    throw new StoreError('STORE_UNAVAILABLE', `The index at ${shown} needs one more package: ${install}`)
  }
  try {
    return (await loading) as ServerDriver
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StoreError(
      'STORE_UNAVAILABLE',
      `${packageName} cannot be loaded: ${reason}. Install it again: ${install}`,
      { cause },
    )
  }
}

/** Beside this program, and where npm installs global packages. */
function placesOfPackages(): string[] {
  const node = dirname(process.execPath)
  return [import.meta.url, ...[join(node, '..', 'lib'), node].map((folder) => join(folder, 'package.json'))]
}
