import { dirname, join } from 'node:path'
import { reasonOf } from '@recallite/core/sources'
import { StoreError, type Store } from '@recallite/store'
import type * as opensearch from '@recallite/store-opensearch'
import type * as postgres from '@recallite/store-postgres'
import { importFrom, importFromFolder } from './embedding/providers.js'
import { environmentVariables, homeFolder, workingFolder } from './environment.js'
import { isCluster, storeUrl, type StoreAddress } from './schemas/addresses.js'
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

/** Opens the store at an address; rejects with `StoreError`. */
export async function openAddress(server: StoreAddress, options: AddressOptions = {}): Promise<Store> {
  const url = server.reveal()
  if (isCluster(server))
    return (await loadDriver<typeof opensearch>(server)).openOpenSearchStore({ ...options, url })
  return (await loadDriver<typeof postgres>(server)).openPostgresStore({ ...options, url })
}

/** Opens the records at a postgres:// address, in the schema of the store; rejects with `StoreError` without the driver, or `RecordError`. */
export async function openAddressRecords(
  server: StoreAddress,
  options: Pick<AddressOptions, 'create' | 'isReadOnly'> = {},
): Promise<Awaited<ReturnType<typeof postgres.openPostgresRecords>>> {
  const { openPostgresRecords } = await loadDriver<typeof postgres>(server)
  return openPostgresRecords({ ...options, url: server.reveal() })
}

/** Reads the state of the cluster at an opensearch:// address; rejects with `StoreError`. */
export async function readAddressCluster(server: StoreAddress): Promise<opensearch.ClusterReport> {
  const { readCluster } = await loadDriver<typeof opensearch>(server)
  return readCluster({ url: server.reveal() })
}

/** Loads the driver's package, which is never installed with a program. Not resolved from the working folder, which may come from another person, with their code. */
async function loadDriver<Driver>({ display }: StoreAddress): Promise<Driver> {
  const packageName = `@recallite/store-${isCluster({ display }) ? 'opensearch' : 'postgres'}`
  const install = `npm install --global ${packageName}`
  // Next to the program, and where npm installs global packages.
  const node = dirname(process.execPath)
  const paths = [import.meta.url, join(node, '../lib/package.json'), join(node, 'package.json')]
  const loading = importFrom<Driver>(paths, packageName) ?? importFromFolder<Driver>(packageName)
  const unavailable = (reason: string, cause?: unknown) =>
    new StoreError('STORE_UNAVAILABLE', `${reason}: ${install}`, { cause })
  if (loading === undefined) throw unavailable(`The index at ${display} needs one more package`)
  return loading.catch((error: unknown) => {
    throw unavailable(`${packageName} cannot be loaded: ${reasonOf(error)}. Install it again`, error)
  })
}
