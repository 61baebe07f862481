import { printable, type Io } from '@recallite/command-line'
import { StoreError, type Store } from '@recallite/store'
import { openSqliteStore, openSqliteStoreInThreads } from '@recallite/store-sqlite'
import type { StorePlace } from './store-place.js'
import { openAsItIs, reachOf } from './unwritable-store.js'

/** What the store of a command is for. */
export interface StoreUse {
  /** Given by what only reads: it makes do with a database that cannot be written, and says so in a line. */
  readonly onlyReads?: Pick<Io, 'talk'>
  /** Whether to work on a copy that is thrown away. */
  readonly isScratch?: boolean
  /** Whether it stays open, and must not block the event loop. */
  readonly livesLong?: boolean | undefined
}

/** A store, and what it is. */
export interface OpenStore {
  readonly store: Store
  /** Of the database; `:memory:` where it cannot be made. */
  readonly path: string
  readonly isReadOnly?: boolean
}

async function openWhole({ path, connection }: StorePlace, use: StoreUse): Promise<OpenStore> {
  const { isScratch = false, livesLong = false } = use
  const options = { ...connection, isScratch }
  const store = await (livesLong ? openSqliteStoreInThreads(options) : openSqliteStore(options))
  return { store, path }
}

/**
 * Opens a database as far as it can be had.
 * @throws StoreError
 */
export async function openStore(place: StorePlace, use: StoreUse): Promise<OpenStore> {
  const { path, connection } = place
  const { onlyReads } = use
  const reach = onlyReads ? reachOf(path) : 'whole'
  if (reach === 'read-only') {
    const store = await openAsItIs(connection)
    onlyReads?.talk(
      `${printable(path)} cannot be written: it is read as it is, without what has changed since.\n`,
    )
    return { store, path, isReadOnly: true }
  }
  if (reach === 'out-of-reach') {
    const inMemory = ':memory:'
    const store = await openSqliteStore({ ...connection, path: inMemory })
    onlyReads?.talk(
      `${printable(path)} cannot be made: the index is in memory, and gone after this command.\n`,
    )
    return { store, path: inMemory }
  }
  if (onlyReads) return openDespiteFullDisk(place, { ...use, onlyReads })
  return openWhole(place, use)
}

/** Even to be read, a database needs a little room beside it: where there is none, it is read as it is. */
async function openDespiteFullDisk(
  place: StorePlace,
  use: StoreUse & Required<Pick<StoreUse, 'onlyReads'>>,
): Promise<OpenStore> {
  try {
    return await openWhole(place, use)
  } catch (error) {
    if (!StoreError.isInstance(error) || error.code !== 'STORE_FULL') throw error
    const store = await openAsItIs(place.connection)
    use.onlyReads.talk(
      `The disk that holds ${printable(place.path)} is full: it is read as it is, without what has changed since. Make room.\n`,
    )
    return { store, path: place.path, isReadOnly: true }
  }
}
