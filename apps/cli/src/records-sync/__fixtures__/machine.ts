import { join } from 'node:path'
import { newRecordId, type RecordInput } from '@recallite/store/records'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { temporaryFolder } from '@recallite/test-kit'
import { onTestFinished } from 'vitest'
import { fileNameOf } from '../record-file.js'
import { syncRecords, type SyncOptions } from '../sync-records.js'

/** An empty store of records that syncs with a folder, until the test has finished. */
export async function openMachine(folder = temporaryFolder()) {
  const store = await openSqliteRecords({ path: ':memory:' })
  onTestFinished(() => store.close())
  const sync = (options: SyncOptions = {}) => syncRecords(store, folder, options)
  const put = async (record: RecordInput) => (await store.put([record]))[0]?.id ?? ''
  const fileOf = (id: string) => join(folder, fileNameOf(id))
  return { store, folder, sync, put, fileOf }
}

/** The JSON of a record in a file. */
export const recordOf = (fields: object = {}) => ({
  id: newRecordId(),
  content: 'A fact.',
  createdAt: '2026-02-11T10:00:00.000Z',
  ...fields,
})

