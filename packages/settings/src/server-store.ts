import { dirname, join } from 'node:path'
import { StoreError, type Store } from '@recallite/store'
import type * as postgres from '@recallite/store-postgres'
import { importFrom, importFromFolder } from './embedding/providers.js'
import { environmentVariables, homeFolder, workingFolder } from './environment.js'
import { storeUrl, type StoreAddress } from './schemas/addresses.js'
import { readValue } from './schemas/schema.js'

/** The driver's package, which is never installed with a program. */
const packageName = '@recallite/store-postgres'

/** Reads the store address in a flag, such as `--store`; throws `SettingsError`. */
export function addressOfFlag(text: string, flag: string): StoreAddress {
  const entry = { key: 'store.url', origin: { kind: 'flag', name: flag } } as const
  const surroundings = { home: homeFolder(), cwd: workingFolder(), variables: environmentVariables() }
  return readValue(storeUrl, text, entry)(surroundings) as StoreAddress
}

export type AddressOptions = Pick<postgres.PostgresStoreOptions, 'create' | 'isReadOnly' | 'within'>

/** Opens the store at an address, in the schema of its parameter `schema`; rejects with `StoreError`. */
export async function openAddress(server: StoreAddress, options: AddressOptions = {}): Promise<Store> {
  const driver = await loadDriver(server)
  return driver.openPostgresStore({ ...options, ...driverOptions(server) })
}

/** Opens the records at an address, in the schema of the store; rejects with `StoreError` without the driver, or `RecordError`. */
export async function openAddressRecords(
  server: StoreAddress,
  options: Pick<AddressOptions, 'create' | 'isReadOnly'> = {},
): Promise<Awaited<ReturnType<ServerDriver['openPostgresRecords']>>> {
  const driver = await loadDriver(server)
  return driver.openPostgresRecords({ ...options, ...driverOptions(server) })
}

/** Splits the address for the driver. */
function driverOptions(server: StoreAddress): { readonly url: string; readonly schema?: string } {
  const address = new URL(server.reveal())
  const schema = address.searchParams.get('schema')
  address.searchParams.delete('schema')
  return { url: address.href, ...(schema === null ? {} : { schema }) }
}

/** The parts of the driver that programs use; a build sees only its types. */
type ServerDriver = Pick<typeof postgres, 'openPostgresRecords' | 'openPostgresStore'>

/** Not resolved from the working folder, which may come from another person, with their code. */
async function loadDriver({ display }: StoreAddress): Promise<ServerDriver> {
  const install = `npm install --global ${packageName}`
  // Next to the program, and where npm installs global packages.
  const node = dirname(process.execPath)
  const paths = [import.meta.url, join(node, '../lib/package.json'), join(node, 'package.json')]
  const loading = importFrom<ServerDriver>(paths, packageName) ?? importFromFolder<ServerDriver>(packageName)
  if (loading === undefined) {
    throw new StoreError('STORE_UNAVAILABLE', `The index at ${display} needs one more package: ${install}`)
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
