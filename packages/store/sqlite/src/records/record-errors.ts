import { RecordError } from '@recallite/store/records'
import { recordCodeOf, type EntryKind } from '@recallite/store/records/driver'
import { StoreError } from '@recallite/store'
import { toStoreError } from '../connection/sqlite-errors.js'

/** Turns an error of the driver, the file system or this package into a `RecordError`; returns every other error as it is. */
export function toRecordError(error: unknown, path: string): unknown {
  if (RecordError.isInstance(error)) return error
  const known = toStoreError(error, path)
  if (!StoreError.isInstance(known)) return error
  const code = recordCodeOf(known.code)
  const message = code === 'RECORDS_CORRUPT' ? damagedSentence(path, known.message) : known.message
  return new RecordError(code, message, { cause: error })
}

/** The refusal to work with a file that another one has taken the place of, or that is gone. */
export function fileReplaced(path: string): RecordError {
  return new RecordError(
    'RECORDS_UNAVAILABLE',
    `${path} was replaced, moved or removed since it was opened, perhaps by a repair. Nothing was written: open it again.`,
  )
}

/** The failure to read an entry that is damaged in both copies. */
export function damagedEntry(what: EntryKind, id: string): RecordError {
  return new RecordError(
    'RECORDS_CORRUPT',
    `The ${what} ${id} is damaged in both of its copies. Run 'recallite doctor --repair': it takes the ${what} out and keeps all others.`,
  )
}

/** The refusal to open a file that SQLite would open without what stands in its log. */
export function damagedLog(path: string): RecordError {
  return new RecordError(
    'RECORDS_CORRUPT',
    damagedSentence(path, '(its log is damaged, or the file is gone and its log is there)'),
  )
}

function damagedSentence(path: string, reason: string): string {
  const [, cause] = /\(([^()]*)\)$/.exec(reason) ?? []
  const said = cause === undefined ? '' : ` (${cause})`
  return `${path} is damaged or no file of records. Run 'recallite doctor --repair': it keeps every record that its checksum proves.${said}`
}
