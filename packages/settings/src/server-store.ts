import { dirname, join } from 'node:path'
import { StoreError, type Store } from '@recallite/store'
import type * as postgres from '@recallite/store-postgres'
import { importFrom, importFromFolder } from './embedding/providers.js'
import { environmentVariables, homeFolder, workingFolder } from './environment.js'
import { storeUrl, type StoreAddress } from './schemas/addresses.js'
import { readValue } from './schemas/schema.js'

/** The driver's package: it is never installed with a program. */
const packageName = '@recallite/store-postgres'

/**
 * Reads the address of a store that a flag gives.
 * @param flag its name, such as `--store`, for messages
 * @throws SettingsError
 */
export function addressOfFlag(text: string, flag: string): StoreAddress {
  const entry = { key: 'store.url', origin: { kind: 'flag', name: flag } } as const
  const surroundings = { home: homeFolder(), cwd: workingFolder(), variables: environmentVariables() }
  return readValue(storeUrl, text, entry)(surroundings) as StoreAddress
}

/** How a store on a server is opened. */
export interface AddressOptions {
  /** The schema that has the tables; default that of the address, else the driver's. */
  readonly schema?: string | undefined
  /** Whether to make a schema that is not there; default true. */
  readonly create?: boolean | undefined
  readonly isReadOnly?: boolean | undefined
  readonly within?: string | undefined
}

/**
 * Opens the store at an address; its parameter `schema` names the schema that has the tables.
 * @throws StoreError
 */
export async function openAddress(server: StoreAddress, options: AddressOptions = {}): Promise<Store> {
  const driver = await loadDriver(server)
  const { schema, ...others } = options
  return driver.openPostgresStore({ ...others, ...placeOf(server), ...(schema !== undefined && { schema }) })
}

/**
 * Opens the records at an address, in the schema of the store there.
 * @throws StoreError without the driver's package; RecordError
 */
export async function openAddressRecords(
  server: StoreAddress,
  options: Pick<AddressOptions, 'create' | 'isReadOnly'> = {},
): Promise<Awaited<ReturnType<ServerDriver['openPostgresRecords']>>> {
  const driver = await loadDriver(server)
  return driver.openPostgresRecords({ ...options, ...placeOf(server) })
}

/** What an address says to the driver. */
function placeOf(server: StoreAddress): { readonly url: string; readonly schema?: string } {
  const address = new URL(server.reveal())
  const schema = address.searchParams.get('schema')
  address.searchParams.delete('schema')
  return { url: address.href, ...(schema === null ? {} : { schema }) }
}

/** What a program needs of the driver; only its types are there when a program is built. */
type ServerDriver = Pick<typeof postgres, 'openPostgresRecords' | 'openPostgresStore'>

/** The working folder is not looked into: it may have come from another person, with code of theirs. */
async function loadDriver({ shown }: StoreAddress): Promise<ServerDriver> {
  const install = `npm install --global ${packageName}`
  const loading =
    importFrom<ServerDriver>(placesOfPackages(), packageName) ?? importFromFolder<ServerDriver>(packageName)
  if (loading === undefined) {
    throw new StoreError('STORE_UNAVAILABLE', `The index at ${shown} needs one more package: ${install}`)
  }
  try {
    return await loading
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StoreError(
      'STORE_UNAVAILABLE',
      `${packageName} cannot be loaded: ${reason}. Install it again: ${install}`,
      { cause },
    )
  }
}

/** Beside a program, and where npm installs global packages. */
function placesOfPackages(): string[] {
  const node = dirname(process.execPath)
  return [import.meta.url, ...[join(node, '..', 'lib'), node].map((folder) => join(folder, 'package.json'))]
}
