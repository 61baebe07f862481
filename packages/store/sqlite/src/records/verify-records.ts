import type { RecordDamage } from '@recallite/store/records'
import type { SqlDatabase } from '../connection/sql-database.js'
import { checkSchema, checkVersion, readOrFault, sqliteMessages } from '../maintenance/verify/check-file.js'
import { entryColumns, isSound, type EntryRow } from './entries.js'
import { isSoundUse, useColumns, type UseRow } from './record-use.js'
import { recordSteps } from './schema.js'

/** Finds damage in a file of records; requires a transaction. Reads only. */
export function verifyRecords(database: SqlDatabase): RecordDamage[] {
  return checks.flatMap((check) => readOrFault(check, database, (reason) => [ofFile(reason)]))
}

type Check = (database: SqlDatabase) => RecordDamage[]

const ofFile = (reason: string, isRestorable = false): RecordDamage => ({ id: null, reason, isRestorable })

/** SQLite's own checks: pages, rows, and each index against its table. */
const checkTrees: Check = (database) =>
  sqliteMessages(database, 'integrity_check').map((message) => ofFile(`SQLite reports: ${message}`))

const checkTables: Check = (database) => {
  const [schema, version] = [checkSchema(database, recordSteps), checkVersion(database)]
  const hasName = database.prepare('SELECT 1 FROM source').all().length === 1
  return [
    ...(schema === undefined ? [] : [ofFile(schema)]),
    ...(version === undefined ? [] : [ofFile(version, true)]),
    ...(hasName ? [] : [ofFile('the name of the change numbers is missing', true)]),
  ]
}

/** Each entry and its second copy must be sound and equal. */
const checkEntries: Check = (database) => {
  const damages: RecordDamage[] = []
  const copies = new Map<string, EntryRow>()
  for (const row of rowsOf(database, 'entry_copy')) copies.set(`${row.kind} ${row.id}`, row)
  for (const row of rowsOf(database, 'entry')) {
    const key = `${row.kind} ${row.id}`
    damages.push(...compare(row, copies.get(key)))
    copies.delete(key)
  }
  return [...damages, ...[...copies.values()].flatMap((copy) => compare(undefined, copy))]
}

function compare(row: EntryRow | undefined, copy: EntryRow | undefined): RecordDamage[] {
  const present = [row, copy].filter((one) => one !== undefined)
  const [first, second] = present.filter(isSound)
  if (first && second)
    return first.checksum === second.checksum ? [] : [damageOf(first, 'has two copies that differ')]
  if (first) return [damageOf(first, 'is damaged or missing in one of its two copies')]
  return present.slice(0, 1).map((one) => damageOf(one, 'is damaged in all of its copies', false))
}

const damageOf = ({ kind, id }: EntryRow, what: string, isRestorable = true): RecordDamage => ({
  id,
  reason: `a ${kind} ${what}`,
  isRestorable,
})

const checkUses: Check = (database) =>
  database
    .prepare<UseRow>(`SELECT ${useColumns} FROM record_use`)
    .all()
    .filter((row) => !isSoundUse(row))
    .map(({ id }) => ({ id, reason: 'the use counts of a record are damaged', isRestorable: false }))

const checks: readonly Check[] = [checkTrees, checkTables, checkEntries, checkUses]

function rowsOf(database: SqlDatabase, table: 'entry' | 'entry_copy'): IterableIterator<EntryRow> {
  return database.prepare<EntryRow>(`SELECT ${entryColumns} FROM ${table}`).iterate()
}
