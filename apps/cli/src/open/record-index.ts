import { existsSync } from 'node:fs'
import { withRecordIndex, type Store } from '@recallite/store'
import type { MemoryLocation, MemoryUse } from './memory-location.js'
import { openStore } from './open-store.js'
import { hasRecords, openedBy } from './record-store.js'

/** Adds the index of records, in another database, to a store of files. */
export const addRecordIndex = (store: Store, location: MemoryLocation, use: MemoryUse): Store =>
  withRecordIndex(store, lazyRecordIndex(location, use))

/** The database with the index of records, opened at its first use. It is created with the first record; until then it is empty. */
function lazyRecordIndex(location: MemoryLocation, use: MemoryUse): Store {
  const { path, connection } = location
  const server = connection.recordServer
  const stores = new Map<boolean, Promise<Store>>()

  async function open(isTemporary: boolean): Promise<Store> {
    const file = isTemporary ? ':memory:' : path
    const opening = { ...connection, server, path: file, within: undefined }
    const how = { ...use, livesLong: use.livesLong && !isTemporary, fills: true }
    return (await openStore({ ...location, path: file, connection: opening }, how)).store
  }

  async function opened(): Promise<Store> {
    const isThere = stores.has(false) || server !== undefined || existsSync(path) || hasRecords(location)
    const store = stores.get(!isThere) ?? open(!isThere)
    stores.set(!isThere, store)
    store.catch(() => stores.delete(!isThere))
    return store
  }

  const ofRecords = async () => {
    const store = await opened()
    return store.ofRecords?.() ?? store
  }
  return lazyStore(opened, {
    maintenance: openedBy(async () => (await opened()).maintenance),
    ofRecords: () => lazyStore(ofRecords, {}),
    async close() {
      for (const store of stores.values()) await (await store.catch(() => undefined))?.close()
    },
  })
}

/** A store whose methods open it. It has every capability except a thread and those of `members`. */
function lazyStore(open: () => Promise<Store>, members: Partial<Store>): Store {
  const none = { writes: undefined, within: undefined, thread: undefined, maintenance: undefined }
  return openedBy(open, {
    ...none,
    specificationVersion: 'v1',
    ofRecords: undefined,
    vocabulary: openedBy(async () => (await open()).vocabulary),
    notes: openedBy(async () => (await open()).notes),
    ...members,
  })
}
