import { sealAll } from '../seal-all.js'
import type { SqlDatabase } from '../sql-database.js'
import { isConstraint } from '../sqlite-errors.js'
import { inWriteTransaction } from '../write-transaction.js'
import { checkReferences } from './check-file.js'
import { recount } from './check-keyword-index.js'
import { isDamage, type Finding } from './finding.js'

/** What damage keeps from being mended, the next check finds again. */
function attempt(database: SqlDatabase, mend: () => void): void {
  try {
    inWriteTransaction(database, mend)
  } catch (error) {
    const isOfSqlite = error instanceof Error && 'code' in error
    if (!isOfSqlite || !(isDamage(error) || isConstraint(error))) throw error
  }
}

/** SQLite refuses to remove a row that an index does not have as it is, but not so. */
function withTornIndexes(database: SqlDatabase, work: () => void): void {
  database.pragma('writable_schema = ON')
  try {
    work()
  } finally {
    database.pragma('writable_schema = OFF')
  }
}

function mendAll(database: SqlDatabase, findings: readonly Finding[]): void {
  for (const { mend } of findings) if (mend) attempt(database, mend)
}

/**
 * Mends what was found, each thing in a transaction, or nothing where something cannot be mended in place. The indexes are made anew first, for rows to be found by them, and
 * once more when those rows are gone that made two keys equal.
 */
export function repair(database: SqlDatabase, findings: readonly Finding[]): void {
  if (findings.some(({ mend }) => mend === undefined)) return
  const isFileDamaged = findings.some(({ damage }) => damage.part === 'file')
  const makeIndexes = () => {
    if (isFileDamaged) attempt(database, () => void database.exec('REINDEX'))
  }
  if (findings.length > 0) {
    withTornIndexes(database, () => {
      makeIndexes()
      mendAll(database, findings)
      makeIndexes()
      attempt(database, () => mendAll(database, checkReferences(database)))
      attempt(database, () => recount(database))
    })
  }
  attempt(database, () => sealAll(database))
}
