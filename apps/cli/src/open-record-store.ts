import { statSync } from 'node:fs'
import { orUndefined } from '@recallite/command-line'
import { RecordError, type RecordStore } from '@recallite/records'
import type { MemoryLocation } from './memory-location.js'
import { hasRecords, recordsFileOf } from './record-files.js'

/** What makes the file of records where there is none. */
const begins: ReadonlySet<string | symbol> = new Set(['put', 'startSession'] satisfies (keyof RecordStore)[])

const nowhere = 'nowhere'

/**
 * The records of a memory, opened at their first use: most commands and sessions use none, and no file is made before something is
 * told. Until then reading finds nothing. A file that took the place of the opened one is opened instead.
 */
export function lazyRecordStore(location: Pick<MemoryLocation, 'path' | 'connection'>): RecordStore {
  let opened: { readonly at: string; readonly store: Promise<RecordStore> } | undefined

  async function close(): Promise<void> {
    const before = opened
    opened = undefined
    await (await before?.store.catch(() => undefined))?.close()
  }

  async function current(mayBegin: boolean): Promise<RecordStore> {
    const at = placeOf(location)
    const isSame = opened?.at === at && !(mayBegin && at === nowhere)
    if (opened && isSame) return opened.store
    await close()
    const store = openRecordStore(
      at === nowhere && !mayBegin ? { ...location, path: ':memory:' } : location,
      false,
    )
    opened = { at, store }
    try {
      await store
      opened = { at: mayBegin ? placeOf(location) : at, store }
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
export async function openRecordStore(
  location: Pick<MemoryLocation, 'path' | 'connection'>,
  onlyReads: boolean,
): Promise<RecordStore> {
  const { path, connection } = location
  if (connection.server !== undefined) {
    const { openAddressRecords } = await import('@recallite/settings/server-store')
    return openAddressRecords(connection.server, { create: !onlyReads })
  }
  if (onlyReads) assertRemembered(location)
  const { openSqliteRecords } = await import('@recallite/store-sqlite/records')
  return openSqliteRecords({ path: recordsFileOf(path), mayBeLink: connection.mayBeLink })
}

/** @throws RecordError `RECORDS_UNAVAILABLE` */
export function assertRemembered(location: Pick<MemoryLocation, 'path' | 'connection'>): void {
  if (hasRecords(location)) return
  throw new RecordError(
    'RECORDS_UNAVAILABLE',
    `Nothing is remembered at ${recordsFileOf(location.path)} yet. Remember something: recallite remember TEXT`,
  )
}

/** Tells the files apart that stand at one path one after the other. */
function placeOf({ path, connection }: Parameters<typeof lazyRecordStore>[0]): string {
  if (connection.server !== undefined || path === ':memory:') return 'elsewhere'
  const file = orUndefined(() => statSync(recordsFileOf(path), { bigint: true }))
  return file === undefined ? nowhere : `${file.dev} ${file.ino}`
}
