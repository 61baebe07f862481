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
import type { Store } from '@recallite/store'
import { openSqliteStore, refuseLinks, storeSize } from '@recallite/store-sqlite'
import { hasRoomForCopy } from './copy-room.js'
import type { StorePlace } from './store-place.js'

type Connection = StorePlace['connection']

/** How far a database can be had: as ever, only as it is, or not even made. */
export type StoreReach = 'whole' | 'read-only' | 'out-of-reach'

const { R_OK: readable, W_OK: writable } = constants

function may(path: string, access: number): boolean {
  try {
    accessSync(path, access)
    return true
  } catch {
    return false
  }
}

/** Looks at the nearest folder around it that is there. */
function mayBeMade(path: string): boolean {
  const folder = dirname(path)
  return existsSync(folder) || folder === path ? may(folder, writable) : mayBeMade(folder)
}

/** What permissions let this process do with a database; what is there and can never be read is for SQLite to refuse. */
export function reachOf(path: string): StoreReach {
  if (path === ':memory:') return 'whole'
  if (!existsSync(path)) return mayBeMade(path) ? 'whole' : 'out-of-reach'
  // Nothing else can be copied; a pipe would even wait for somebody.
  if (!statSync(path).isFile()) return 'whole'
  const isWritable = may(path, writable) && may(dirname(realpathSync(path)), writable)
  return isWritable || !may(path, readable) ? 'whole' : 'read-only'
}

const logOf = (path: string): string => `${path}-wal`

/** What is told of a copy is told of the database. */
function asIfAt(path: string, store: Store): Store {
  return {
    ...store,
    async status() {
      const { file, log } = storeSize(path)
      return { ...(await store.status()), database: { path, bytes: file + log } }
    },
  }
}

/** Reads a copy into memory; the copy is gone before the store is used. */
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

/**
 * Opens a database that cannot be written, to be read; nothing is left beside it.
 * @throws StoreError, as for one that is to be written, where it can be neither shared nor copied
 */
export async function openAsItIs(connection: Connection): Promise<Store> {
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
