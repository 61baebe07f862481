import { join } from 'node:path'
import { addressOfFlag, openAddress } from '@recallite/settings/server-store'
import { withRecordIndex, type Store } from '@recallite/store'
import { openSqliteStore } from '@recallite/store-sqlite'

/**
 * Opens the index of a suite: in its folder, or on a server, in a separate schema or prefix. If the server cannot index records, their
 * index is in the folder.
 * @throws StoreError; SettingsError for an invalid address
 */
export async function openIndex(folder: string, name: string, address: string | undefined): Promise<Store> {
  const inFolder = () => openSqliteStore({ path: join(folder, 'index.sqlite'), create: true })
  if (address === undefined) return inFolder()
  const [start, query] = address.split('?')
  const parameters = new URLSearchParams(query)
  const kind = address.startsWith('opensearch:') ? 'prefix' : 'schema'
  const suite = name.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '_')
  parameters.set(kind, `${parameters.get(kind) ?? 'eval'}_${suite}`)
  const server = await openAddress(addressOfFlag(`${start}?${parameters}`, '--store'), { create: true })
  return server.ofRecords ? server : withRecordIndex(server, await inFolder())
}
