/*
 * Opens the records of a memory: `X.records.sqlite` next to its database `X.sqlite`, or on the server with its index. This is their
 * only copy; their index is in the database of the files.
 */
import { closing, printable, type Request } from '@recallite/command-line'
import { createMemory } from '@recallite/core'
import type { RecordMemory } from '@recallite/core/records'
import type { RecordStore } from '@recallite/store/records'
import { StoreError } from '@recallite/store'
import type { Flags } from '../flags/flags.js'
import { openSqliteStore } from './driver.js'
import { findMemory, type MemoryLocation } from './memory-location.js'
import { assertEnabled, openMemory, type OpenMemory } from './open-memory.js'
import { assertRecords, lazyRecordStore, openRecordStore } from './record-store.js'

/** The open records of a memory, and its settings. */
export type OpenRecords = Pick<OpenMemory, 'noModelReason' | 'resolved'> & { readonly records: RecordMemory }

/**
 * Opens the records of the memory of flags and settings, works with them and always closes them.
 * @param use `mustExist`: throws an error instead of creating a missing file
 * @throws RecordError, `RECORDS_UNAVAILABLE` if there are none yet and the command creates none; StoreError; UsageError
 */
export async function withRecords<Result>(
  request: Pick<Request<Flags>, 'flags' | 'io'>,
  { mustExist = false, onlyReads = false }: { readonly mustExist?: boolean; readonly onlyReads?: boolean },
  work: (open: OpenRecords) => Promise<Result>,
): Promise<Result> {
  const location = await findMemory(request.flags, {})
  assertEnabled(location.resolved)
  if (mustExist) await assertRecords(location)
  const { memory, noModelReason } = await openWhole(location, request, onlyReads)
  return closing(memory, async ({ records }) => {
    if (!records) throw new TypeError('The memory was opened without records.')
    return work({ records, noModelReason, resolved: location.resolved })
  })
}

/** Opens a memory; if its index is damaged, opens the records with an empty index, so that they can still be used. */
async function openWhole(
  location: MemoryLocation,
  { flags, io }: Pick<Request<Flags>, 'flags' | 'io'>,
  onlyReads: boolean,
) {
  const use = { remembers: true, ...(onlyReads && { onlyReads: io }) }
  try {
    return await openMemory(location, { flags, use })
  } catch (error) {
    if (onlyReads || !StoreError.isInstance(error) || error.code !== 'STORE_CORRUPT') throw error
    io.talk(`index: ${printable(error.message)}\n`)
    const store = await openSqliteStore({ path: ':memory:' })
    return { memory: createMemory({ store, records: lazyRecordStore(location) }), noModelReason: undefined }
  }
}

/** Works with the records only, without their index or a model. */
export async function withRecordStore<Result>(
  flags: Flags,
  { onlyReads = false }: { readonly onlyReads?: boolean },
  work: (store: RecordStore, location: MemoryLocation) => Promise<Result>,
): Promise<Result> {
  const location = await findMemory(flags, {})
  assertEnabled(location.resolved)
  return closing(await openRecordStore(location, onlyReads), (store) => work(store, location))
}
