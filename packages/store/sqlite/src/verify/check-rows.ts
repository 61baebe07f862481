import type { StorePart } from '@recallite/store'
import { readSealed, type SealedRow, type SealedTable } from '../seal.js'
import { vectorIdsOf } from '../space-vector-ids.js'
import type { SqlDatabase } from '../sql-database.js'
import type { Check, Finding } from './finding.js'

interface TableCheck {
  readonly part: StorePart
  readonly reason: (database: SqlDatabase, key: SealedRow['key']) => string
  readonly remove: (database: SqlDatabase, key: SealedRow['key']) => void
}

function removeSpace(database: SqlDatabase, id: number): void {
  const { first, last } = vectorIdsOf(id)
  database.prepare('DELETE FROM vector WHERE id BETWEEN ? AND ?').run(first, last)
  database.prepare('DELETE FROM space WHERE id = ?').run(id)
}

function describeRoot(database: SqlDatabase, id: SealedRow['key']): string {
  const root = database
    .prepare<{ name: string; path: string }>('SELECT name, path FROM root WHERE id = ?')
    .get(id)
  return `the entry of a folder is damaged (${root?.name}, ${root?.path}): it has to be indexed anew`
}

const checks: Readonly<Record<SealedTable, TableCheck>> = {
  root: {
    part: 'documents',
    reason: describeRoot,
    remove: (database, id) => void database.prepare('DELETE FROM root WHERE id = ?').run(id),
  },
  space: {
    part: 'spaces',
    reason: () => 'the entry of a vector space is damaged',
    remove: (database, id) => removeSpace(database, Number(id)),
  },
  note: {
    part: 'file',
    reason: (_, name) => `the note '${name}' is damaged`,
    remove: (database, name) => void database.prepare('DELETE FROM note WHERE name = ?').run(name),
  },
}

/** The rows of small tables against their checksums. */
export function checkRows(table: SealedTable): Check {
  const { part, reason, remove } = checks[table]
  return (database) =>
    readSealed(database, table)
      .filter(({ checksum, actual }) => checksum !== null && checksum !== actual)
      .map(({ key }): Finding => ({
        damage: { part, count: 1, reason: reason(database, key), documents: [] },
        mend: () => remove(database, key),
      }))
}
