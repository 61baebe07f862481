/*
 * Opens the stores of memories for commands; for commands that only read, also stores that cannot be written. SQLite by itself rejects
 * a read-only database without a log, because it wants to create files there.
 */
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { printable } from '@recallite/command-line'
import { realPathOf } from '@recallite/core/sources'
import type { StoreAddress } from '@recallite/settings'
import { StoreError, type Store } from '@recallite/store'
import { hasRoomForCopy, loadThreads, openSqliteStore, refuseLinks, storeSize } from './driver.js'
import type { MemoryLocation, MemoryUse, StoreConnection } from './memory-location.js'

interface OpenStore {
  readonly store: Store
  /** Of the database; `:memory:` if it cannot be created. */
  readonly path: string
  readonly isReadOnly?: boolean
}

const unchanged = 'the index is read without recent changes.'

/**
 * Opens a store, read-only if permissions, disk or server do not allow writing.
 * @throws StoreError, `STORE_UNAVAILABLE` if the driver of a server is not installed
 */
export async function openStore(location: MemoryLocation, use: MemoryUse): Promise<OpenStore> {
  const { path, connection } = location
  const { onlyReads } = use
  if (connection.server !== undefined) return openServer(location, use, connection.server)
  if (!onlyReads) return openWhole(connection, use)
  const openReadOnly = async (notice: string): Promise<OpenStore> => {
    const store = await openAsItIs(connection)
    onlyReads.talk(notice)
    return { store, path, isReadOnly: true }
  }
  const reach = reachOf(path)
  if (reach === 'read-only') return openReadOnly(`${printable(path)} is not writable: ${unchanged}\n`)
  if (reach === 'out-of-reach') {
    const store = await openSqliteStore({ ...connection, path: ':memory:' })
    onlyReads.talk(`${printable(path)} cannot be created: this command uses an index in memory.\n`)
    return { store, path: ':memory:' }
  }
  try {
    return await openWhole(connection, use)
  } catch (error) {
    // Reading a database needs a little disk space too.
    if (!StoreError.isInstance(error) || error.code !== 'STORE_FULL') throw error
    return openReadOnly(`The disk with ${printable(path)} is full: ${unchanged} Free some space.\n`)
  }
}

/** A command that only reads accepts a read-only server, such as a replica. */
async function openServer(
  { path, sources, connection: { within } }: MemoryLocation,
  { isScratch, fills, remembers, mayBegin, onlyReads }: MemoryUse,
  server: StoreAddress,
): Promise<OpenStore> {
  if (isScratch) {
    const message = `A dry run cannot copy ${server.display}. Use a file instead: --db :memory:`
    throw new StoreError('STORE_UNSUPPORTED', message)
  }
  const { openAddress } = await import('@recallite/settings/server-store')
  const create = fills === true || remembers === true || (mayBegin === true && sources.length > 0)
  try {
    return { path, store: await openAddress(server, { create, within }) }
  } catch (error) {
    if (!onlyReads || !StoreError.isInstance(error) || error.code !== 'STORE_READ_ONLY') throw error
    const store = await openAddress(server, { create: false, isReadOnly: true, within })
    onlyReads.talk(`${printable(server.display)} is not writable: ${unchanged}\n`)
    return { path, store, isReadOnly: true }
  }
}

async function openWhole(connection: StoreConnection, use: MemoryUse): Promise<OpenStore> {
  const options = { ...connection, isScratch: use.isScratch ?? false }
  const { path } = connection
  if (!use.livesLong) return { store: await openSqliteStore(options), path }
  const { openSqliteStoreInThreads } = await loadThreads()
  return { store: await openSqliteStoreInThreads(options), path }
}

/**
 * Opens a database that cannot be written for reading; leaves no files behind.
 * @throws StoreError of opening it for writing, if it can be neither shared nor copied
 */
async function openAsItIs(connection: StoreConnection): Promise<Store> {
  refuseLinks(connection.path, connection)
  const real = realPathOf(connection.path) ?? connection.path
  const inMemory = async () =>
    asIfAt(connection.path, await openSqliteStore({ ...connection, isScratch: true }))
  // A log may mean that a process is writing: a copy could be inconsistent.
  const shared = existsSync(`${real}-wal`) ? [() => openSqliteStore({ ...connection, isReadOnly: true })] : []
  const copied = hasRoomForCopy(real) ? [inMemory] : []
  for (const open of [...shared, ...copied]) {
    try {
      return await open()
    } catch {
      // Try the next way; if none works, throw the error of opening it normally.
    }
  }
  return openSqliteStore(connection)
}

/** A copy whose status names the original database. */
function asIfAt(path: string, store: Store): Store {
  return {
    ...store,
    async status() {
      const { file, log } = storeSize(path)
      return { ...(await store.status()), location: path, bytes: file + log }
    },
  }
}

const { R_OK: readable, W_OK: writable } = constants

/** What permissions allow with a database; `whole` also if it cannot be read, since SQLite then reports the error. */
export function reachOf(path: string): 'whole' | 'read-only' | 'out-of-reach' {
  if (path === ':memory:') return 'whole'
  if (!existsSync(path)) return canBeCreated(path) ? 'whole' : 'out-of-reach'
  // Only a file can be copied; opening a pipe could even block.
  if (!statSync(path).isFile()) return 'whole'
  const isWritable = mayAccess(path, writable) && mayAccess(dirname(realPathOf(path) ?? path), writable)
  return isWritable || !mayAccess(path, readable) ? 'whole' : 'read-only'
}

function canBeCreated(path: string): boolean {
  const folder = dirname(path)
  return existsSync(folder) || folder === path ? mayAccess(folder, writable) : canBeCreated(folder)
}

/** Whether the user may access a path in a way such as `constants.R_OK`. */
export function mayAccess(path: string, access: number): boolean {
  try {
    accessSync(path, access)
    return true
  } catch {
    return false
  }
}
