import { existsSync, statSync } from 'node:fs'
import { orUndefined } from '@recallite/command-line'
import { reasonOf } from '@recallite/core'
import type { RecordCounts, RecordStore } from '@recallite/store/records'
import { hasRoomForCopy, storeSize } from './driver.js'
import { type MemoryLocation, recordsFileOf } from './memory-location.js'
import { reachOf } from './open-store.js'

/** The methods that create a missing file of records. */
const begins: ReadonlySet<string | symbol> = new Set([
  'put',
  'merge',
  'startSession',
] satisfies (keyof RecordStore)[])

const missing = 'missing'

type Place = Pick<MemoryLocation, 'path' | 'connection'>

/**
 * The records of a memory, opened at their first use, since most commands use none. The file is created with the first record; until
 * then reading finds nothing. If the file was replaced, the new one is opened.
 */
export function lazyRecordStore(location: Place): RecordStore {
  let opened: { readonly id: string; readonly store: Promise<RecordStore> } | undefined

  async function close(): Promise<void> {
    const previous = opened
    opened = undefined
    await (await previous?.store.catch(() => undefined))?.close()
  }

  async function current(mayBegin: boolean): Promise<RecordStore> {
    const id = fileIdOf(location)
    const isSame = opened?.id === id && !(mayBegin && id === missing)
    if (opened && isSame) return opened.store
    await close()
    const place = id === missing && !mayBegin ? { ...location, path: ':memory:' } : location
    const store = openRecordStore(place, false)
    opened = { id, store }
    try {
      await store
      opened = { id: mayBegin ? fileIdOf(location) : id, store }
    } catch (error) {
      opened = undefined
      throw error
    }
    return store
  }

  return openedBy((name) => current(begins.has(name)), { close })
}

/** An object whose methods, except those of `members`, open it. It has no `then`, so that an async function can return it. */
export function openedBy<Opened extends object>(
  open: (name: string | symbol) => Promise<Opened | undefined>,
  members: Partial<Opened> = {},
): Opened {
  const method =
    (name: string | symbol) =>
    async (...values: unknown[]) =>
      Reflect.get((await open(name)) ?? {}, name)(...values)
  const get = (target: object, name: string | symbol) =>
    name in target || name === 'then' ? Reflect.get(target, name) : method(name)
  return new Proxy(members, { get }) as Opened
}

/**
 * Opens the records of a memory without their index, which the caller closes.
 * @throws RecordError, `RECORDS_UNAVAILABLE` if there are none yet and the command creates none
 */
export async function openRecordStore(location: Place, onlyReads: boolean): Promise<RecordStore> {
  const { path, connection } = location
  if (connection.recordServer !== undefined) {
    const { openAddressRecords } = await import('@recallite/settings/server-store')
    return openAddressRecords(connection.recordServer, { create: !onlyReads })
  }
  if (onlyReads) await assertRecords(location)
  const { openSqliteRecords } = await import('@recallite/store-sqlite/records')
  const file = recordsFileOf(path)
  const { mayBeLink, makesFolder } = connection
  // SQLite cannot share a file in a folder that is not writable.
  const unchanged = { create: false, isReadOnly: true, isScratch: hasRoomForCopy(file) }
  const isReadOnly = reachOf(file) === 'read-only'
  return openSqliteRecords({ path: file, mayBeLink, makesFolder, ...(isReadOnly && unchanged) })
}

/** @throws RecordError `RECORDS_UNAVAILABLE` */
export async function assertRecords(location: Place): Promise<void> {
  if (hasRecords(location)) return
  // Loaded late: a search of a memory without records does not need it.
  const { RecordError } = await import('@recallite/store/records')
  const message = `There are no records at ${recordsFileOf(location.path)} yet. Store one: recallite remember TEXT`
  throw new RecordError('RECORDS_UNAVAILABLE', message)
}

function fileIdOf({ path, connection }: Place): string {
  if (connection.recordServer !== undefined || path === ':memory:') return 'not a file'
  const records = recordsFileOf(path)
  const file = orUndefined(() => statSync(records, { bigint: true }))
  if (file === undefined) return missing
  // The copy of a file that only others can write is outdated after each of their changes.
  const version = reachOf(records) === 'read-only' ? ` ${file.mtimeNs} ${storeSize(records).log}` : ''
  return `${file.dev} ${file.ino}${version}`
}

/** Whether there may be records; always true for a server, without a request. */
export function hasRecords({ path, connection }: Place): boolean {
  return connection.recordServer !== undefined || path === ':memory:' || hasRecordsFile(recordsFileOf(path))
}

/** Whether a file of records or its log exists. */
export const hasRecordsFile = (file: string): boolean => existsSync(file) || storeSize(file).log > 0

/**
 * Counts the unexpired records of a memory, including superseded ones, without changing anything; null if there are none. `path`:
 * their file, or the address of their server; `reason`: why they cannot be read.
 */
export async function describeRecords(location: Place) {
  const { recordServer: server } = location.connection
  const path = server?.display ?? recordsFileOf(location.path)
  if (server === undefined && (path === ':memory:' || !hasRecordsFile(path))) return null
  try {
    // SQLite cannot share a file in a folder that is not writable.
    const store = await openUnchanged(location, (file) => reachOf(file) === 'read-only')
    const { collections, sessions } = await store.counts().finally(() => store.close())
    const count = totalOf({ collections })
    if (server !== undefined && count === 0) return null
    return { path, count, collections: collections.length, sessions, reason: null }
  } catch (error) {
    return { path, count: null, collections: null, sessions: null, reason: reasonOf(error) }
  }
}

/** The number of records, including superseded ones. */
export const totalOf = ({ collections }: Pick<RecordCounts, 'collections'>): number =>
  collections.reduce((sum, { active, superseded }) => sum + active + superseded, 0)

/** Opens the records of a memory for reading; reads a copy of the file if `copies` returns true for its path. */
export async function openUnchanged(
  { path: database, connection }: Place,
  copies: (path: string) => boolean,
): Promise<RecordStore> {
  const { mayBeLink, recordServer: server } = connection
  if (server !== undefined) {
    const { openAddressRecords } = await import('@recallite/settings/server-store')
    return openAddressRecords(server, { create: false, isReadOnly: true })
  }
  const { openSqliteRecords } = await import('@recallite/store-sqlite/records')
  const path = recordsFileOf(database)
  const isScratch = copies(path)
  return openSqliteRecords({ path, mayBeLink, create: false, isScratch, isReadOnly: !isScratch })
}
