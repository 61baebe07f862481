import type { StorePart } from '@recallite/store'
import { isSoundRow, type CheckedTable } from '../row-checksum.js'
import type { SqlValue } from '../sql-database.js'
import { findingOf, type Check } from './finding.js'

/** The rows of a table of few rows against their checksums. */
export function checkRows(table: CheckedTable): Check {
  const [part, name] = namesOfRows[table]
  return (database) => {
    const rows = database.prepare<Record<string, SqlValue>>(`SELECT * FROM ${table}`).all()
    const count = rows.filter((row) => !isSoundRow(Object.entries(row))).length
    return findingOf({ part, count, reason: `${name} is damaged` })
  }
}

const namesOfRows: Readonly<Record<CheckedTable, readonly [part: StorePart, name: string]>> = {
  root: ['documents', 'the entry of a folder'],
  space: ['spaces', 'the entry of a vector space'],
  note: ['storage', 'a note'],
}
