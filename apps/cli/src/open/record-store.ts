import { existsSync, statSync } from 'node:fs'
import { orUndefined } from '@recallite/command-line'
import { reasonOf } from '@recallite/core'
import type { RecordCounts, RecordStore } from '@recallite/store/records'
import { storeSize } from './driver.js'
import { type MemoryLocation, recordsFileOf } from './memory-location.js'
import { reachOf } from './open-store.js'

/** What makes the file of records where there is none. */
const begins: ReadonlySet<string | symbol> = new Set(['put', 'startSession'] satisfies (keyof RecordStore)[])

const missing = 'missing'

type Place = Pick<MemoryLocation, 'path' | 'connection'>

/**
 * The records of a memory, opened at their first use: most commands and sessions use none, and no file is made before something is
 * told. Until then reading finds nothing. A file that took the place of the opened one is opened instead.
 */
export function lazyRecordStore(location: Place): RecordStore {
  let opened: { readonly id: string; readonly store: Promise<RecordStore> } | undefined

  async function close(): Promise<void> {
    const before = opened
    opened = undefined
    await (await before?.store.catch(() => undefined))?.close()
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

  function member(name: string | symbol) {
    if (name === 'close') return close
    // A promise may resolve to the store.
    if (name === 'then') return undefined
    return async (...given: unknown[]) => Reflect.get(await current(begins.has(name)), name)(...given)
  }

  return new Proxy({} as RecordStore, { get: (_, name) => member(name) })
}

/**
 * Opens the records of a memory without their index, which the caller closes.
 * @throws RecordError, `RECORDS_UNAVAILABLE` if there are none yet and the command makes none
 */
export async function openRecordStore(location: Place, onlyReads: boolean): Promise<RecordStore> {
  const { path, connection } = location
  if (connection.server !== undefined) {
    const { openAddressRecords } = await import('@recallite/settings/server-store')
    return openAddressRecords(connection.server, { create: !onlyReads })
  }
  if (onlyReads) await assertRemembered(location)
  const { openSqliteRecords } = await import('@recallite/store-sqlite/records')
  return openSqliteRecords({ path: recordsFileOf(path), mayBeLink: connection.mayBeLink })
}

/** @throws RecordError `RECORDS_UNAVAILABLE` */
export async function assertRemembered(location: Place): Promise<void> {
  if (hasRecords(location)) return
  // A search of a memory without records loads nothing of them.
  const { RecordError } = await import('@recallite/store/records')
  throw new RecordError(
    'RECORDS_UNAVAILABLE',
    `Nothing is remembered at ${recordsFileOf(location.path)} yet. Remember something: recallite remember TEXT`,
  )
}

function fileIdOf({ path, connection }: Place): string {
  if (connection.server !== undefined || path === ':memory:') return 'not a file'
  const file = orUndefined(() => statSync(recordsFileOf(path), { bigint: true }))
  return file === undefined ? missing : `${file.dev} ${file.ino}`
}

/** Whether there may be records, as far as that is known without asking a server. */
export function hasRecords({ path, connection }: Place): boolean {
  return connection.server !== undefined || path === ':memory:' || hasRecordsFile(recordsFileOf(path))
}

/** Whether a file of records is there, or what is left of one: its log. */
export const hasRecordsFile = (file: string): boolean => existsSync(file) || storeSize(file).log > 0

/** What is remembered in a memory, for its status. */
export type DescribedRecords = NonNullable<Awaited<ReturnType<typeof describeRecords>>>

/**
 * Counts the records of a memory, superseded ones included, and changes nothing; null if there are none. `path`: of their file, or the
 * address of the server that has them; `reason`: why they cannot be read.
 */
export async function describeRecords(location: Place) {
  const { server } = location.connection
  const path = server?.shown ?? recordsFileOf(location.path)
  if (server === undefined && (path === ':memory:' || !hasRecordsFile(path))) return null
  try {
    // SQLite cannot share a file that it must not write beside.
    const store = await openUnchanged(location, (file) => reachOf(file) === 'read-only')
    const { collections, sessions } = await store.counts().finally(() => store.close())
    const count = totalOf({ collections })
    if (server !== undefined && count === 0) return null
    return { path, count, collections: collections.length, sessions, reason: null }
  } catch (error) {
    return { path, count: null, collections: null, sessions: null, reason: reasonOf(error) }
  }
}

/** How many records there are, superseded ones included. */
export const totalOf = ({ collections }: Pick<RecordCounts, 'collections'>): number =>
  collections.reduce((sum, { active, superseded }) => sum + active + superseded, 0)

/** Opens the records of a memory to read them; a file is read in a copy if `copies` says so of its path. */
export async function openUnchanged(
  { path: database, connection }: Place,
  copies: (path: string) => boolean,
): Promise<RecordStore> {
  const { mayBeLink, server } = connection
  if (server !== undefined) {
    const { openAddressRecords } = await import('@recallite/settings/server-store')
    return openAddressRecords(server, { create: false, isReadOnly: true })
  }
  const { openSqliteRecords } = await import('@recallite/store-sqlite/records')
  const path = recordsFileOf(database)
  const isScratch = copies(path)
  return openSqliteRecords({ path, mayBeLink, create: false, isScratch, isReadOnly: !isScratch })
}
