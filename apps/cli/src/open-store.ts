/*
 * Databases that cannot be written, for those who only want to read them. SQLite by itself refuses one that keeps a log
 * where neither log nor database may be made: it wants to put files beside it.
 */
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { printable, type Io } from '@recallite/command-line'
import { StoreError, type Store } from '@recallite/store'
import type { StorePlace } from './store-place.js'
import { hasRoomForCopy, loadThreads, openSqliteStore, refuseLinks, storeSize } from './driver.js'

/** What the store of a command is for. */
export interface StoreUse {
  /** Given by what only reads: it makes do with a database that cannot be written, and says so in a line. */
  readonly onlyReads?: Pick<Io, 'talk'>
  /** Whether to work on a copy that is thrown away. */
  readonly isScratch?: boolean
  /** Whether it stays open, and must not block the event loop. */
  readonly livesLong?: boolean | undefined
}

interface OpenStore {
  readonly store: Store
  /** Of the database; `:memory:` where it cannot be made. */
  readonly path: string
  readonly isReadOnly?: boolean
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

type Connection = StorePlace['connection']

const logOf = (path: string): string => `${path}-wal`

/**
 * Opens a database that cannot be written, to be read; nothing is left beside it.
 * @throws StoreError, as for one that is to be written, where it can be neither shared nor copied
 */
async function openAsItIs(connection: Connection): Promise<Store> {
  refuseLinks(connection.path, connection)
  const real = realpathSync(connection.path)
  const inMemory = async () =>
    asIfAt(connection.path, await openSqliteStore({ ...connection, isScratch: true }))
  // Whoever keeps a log is perhaps writing: a copy could be torn.
  const shared = existsSync(logOf(real)) ? [() => openSqliteStore({ ...connection, isReadOnly: true })] : []
  const copied = hasRoomForCopy(real) ? [inMemory, () => openCopy(connection, real)] : []
  for (const open of [...shared, ...copied]) {
    try {
      return await open()
    } catch {
      // The next way, or the reason why the usual one does not work.
    }
  }
  return openSqliteStore(connection)
}

/** The status of a copy names the database that it was copied from. */
function asIfAt(path: string, store: Store): Store {
  return {
    ...store,
    async status() {
      const { file, log } = storeSize(path)
      return { ...(await store.status()), location: path, bytes: file + log }
    },
  }
}

/** The copy is removed before the store is used. */
async function openCopy(connection: Connection, real: string): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'recallite-'))
  const copy = join(folder, 'copy.sqlite')
  try {
    copyFileSync(real, copy)
    if (existsSync(logOf(real))) copyFileSync(logOf(real), logOf(copy))
    return asIfAt(connection.path, await openSqliteStore({ ...connection, path: copy, isScratch: true }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Even to be read, a database needs a little room beside it. */
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

async function openWhole({ path, connection }: StorePlace, use: StoreUse): Promise<OpenStore> {
  const { isScratch = false, livesLong = false } = use
  const options = { ...connection, isScratch }
  if (!livesLong) return { store: await openSqliteStore(options), path }
  const { openSqliteStoreInThreads } = await loadThreads()
  return { store: await openSqliteStoreInThreads(options), path }
}

type StoreReach = 'whole' | 'read-only' | 'out-of-reach'

const { R_OK: readable, W_OK: writable } = constants

/** What permissions let this process do with a database; what is there and can never be read is for SQLite to refuse. */
export function reachOf(path: string): StoreReach {
  if (path === ':memory:') return 'whole'
  if (!existsSync(path)) return mayBeMade(path) ? 'whole' : 'out-of-reach'
  // Nothing else can be copied; a pipe would even wait for somebody.
  if (!statSync(path).isFile()) return 'whole'
  const isWritable = may(path, writable) && may(dirname(realpathSync(path)), writable)
  return isWritable || !may(path, readable) ? 'whole' : 'read-only'
}

/** Asks the nearest existing folder around it. */
function mayBeMade(path: string): boolean {
  const folder = dirname(path)
  return existsSync(folder) || folder === path ? may(folder, writable) : mayBeMade(folder)
}

function may(path: string, access: number): boolean {
  try {
    accessSync(path, access)
    return true
  } catch {
    return false
  }
}
