import { RecordError } from '@recallite/store/records'
import { recordCodeOf, type EntryKind } from '@recallite/store/records/driver'
import { StoreError } from '@recallite/store'
import { toStoreError } from '../connection/sqlite-errors.js'

/** Turns an error of the driver, the file system or this package into a `RecordError`; returns any other error unchanged. */
export function toRecordError(error: unknown, path: string): unknown {
  if (RecordError.isInstance(error)) return error
  const storeError = toStoreError(error, path)
  if (!StoreError.isInstance(storeError)) return error
  const code = recordCodeOf(storeError.code)
  const message = code === 'RECORDS_CORRUPT' ? damagedSentence(path, storeError.message) : storeError.message
  return new RecordError(code, message, { cause: error })
}

/** The refusal to use a file that was replaced or removed. */
export function fileReplaced(path: string): RecordError {
  const message = `${path} was replaced, moved or removed since it was opened, perhaps by a repair. Nothing was written. Open it again.`
  return new RecordError('RECORDS_UNAVAILABLE', message)
}

export function foreignRecords(path: string): RecordError {
  const message = `${path} is not a file of records and was not changed. Move it away, or use another database with --db.`
  return new RecordError('RECORDS_FOREIGN', message)
}

export function damagedEntry(what: EntryKind, id: string): RecordError {
  const message = `The ${what} ${id} is damaged in both of its copies. Run 'recallite doctor --repair': it removes this ${what} and keeps all others.`
  return new RecordError('RECORDS_CORRUPT', message)
}

/** The refusal to open a file that SQLite would open without the content of its log. */
export function damagedLog(path: string): RecordError {
  const reason = '(its log is damaged, or the file is missing but its log exists)'
  return new RecordError('RECORDS_CORRUPT', damagedSentence(path, reason))
}

function damagedSentence(path: string, reason: string): string {
  const [, cause] = /\(([^()]*)\)$/.exec(reason) ?? []
  const suffix = cause === undefined ? '' : ` (${cause})`
  return `${path} is damaged or not a file of records. Run 'recallite doctor --repair': it keeps every record with a matching checksum.${suffix}`
}
