import { dirname, join } from 'node:path'
import { StoreError, type Store } from '@recallite/store'
import type * as opensearch from '@recallite/store-opensearch'
import type * as postgres from '@recallite/store-postgres'
import { importFrom, importFromFolder } from './embedding/providers.js'
import { environmentVariables, homeFolder, workingFolder } from './environment.js'
import { isCluster, storeUrl, type StoreAddress } from './schemas/addresses.js'
import { splitCluster } from './schemas/cluster-address.js'
import { readValue } from './schemas/schema.js'

/** Whether a text is an address of a store, not a path. */
export const isServerAddress = (text: string): boolean => /^(?:postgres(?:ql)?|opensearch):/iu.test(text)

/** Reads the store address in a flag, such as `--store`; throws `SettingsError`. */
export function addressOfFlag(text: string, flag: string): StoreAddress {
  const entry = { key: 'store.url', origin: { kind: 'flag', name: flag } } as const
  const surroundings = { home: homeFolder(), cwd: workingFolder(), variables: environmentVariables() }
  return readValue(storeUrl, text, entry)(surroundings) as StoreAddress
}

export type AddressOptions = Pick<postgres.PostgresStoreOptions, 'create' | 'isReadOnly' | 'within'>

/** Opens the store at an address, in the schema of its parameter `schema`; rejects with `StoreError`. */
export async function openAddress(server: StoreAddress, options: AddressOptions = {}): Promise<Store> {
  if (isCluster(server)) {
    const { openOpenSearchStore } = await loadDriver<typeof opensearch>(server)
    return openOpenSearchStore({ ...options, ...clusterOptions(server) })
  }
  const { openPostgresStore } = await loadDriver<typeof postgres>(server)
  return openPostgresStore({ ...options, ...driverOptions(server) })
}

/** Opens the records at a postgres:// address, in the schema of the store; rejects with `StoreError` without the driver, or `RecordError`. */
export async function openAddressRecords(
  server: StoreAddress,
  options: Pick<AddressOptions, 'create' | 'isReadOnly'> = {},
): Promise<Awaited<ReturnType<typeof postgres.openPostgresRecords>>> {
  const { openPostgresRecords } = await loadDriver<typeof postgres>(server)
  return openPostgresRecords({ ...options, ...driverOptions(server) })
}

/** Reads the state of the cluster at an opensearch:// address; rejects with `StoreError`. */
export async function readAddressCluster(server: StoreAddress): Promise<opensearch.ClusterReport> {
  const { readCluster } = await loadDriver<typeof opensearch>(server)
  return readCluster(clusterOptions(server))
}

/** Splits the address for the driver. */
function driverOptions(server: StoreAddress): { readonly url: string; readonly schema?: string } {
  const address = new URL(server.reveal())
  const schema = address.searchParams.get('schema')
  address.searchParams.delete('schema')
  return { url: address.href, ...(schema === null ? {} : { schema }) }
}

function clusterOptions({ display, reveal }: StoreAddress): {
  readonly url: string
  readonly password?: string
} {
  const password = splitCluster(reveal())?.password
  return { url: display, ...(password === undefined ? {} : { password: decodeURIComponent(password) }) }
}

/** Loads the driver's package, which is never installed with a program. Not resolved from the working folder, which may come from another person, with their code. */
async function loadDriver<Driver>({ display }: StoreAddress): Promise<Driver> {
  const packageName = `@recallite/store-${isCluster({ display }) ? 'opensearch' : 'postgres'}`
  const install = `npm install --global ${packageName}`
  // Next to the program, and where npm installs global packages.
  const node = dirname(process.execPath)
  const paths = [import.meta.url, join(node, '../lib/package.json'), join(node, 'package.json')]
  const loading = importFrom<Driver>(paths, packageName) ?? importFromFolder<Driver>(packageName)
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
