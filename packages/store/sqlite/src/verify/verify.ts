import type { StoreDamage, VerifyOptions } from '@recallite/store'
import { recordNotes } from '../notes.js'
import type { SqlDatabase } from '../sql-database.js'
import { isConstraint } from '../sqlite-errors.js'
import { inWriteTransaction } from '../transactions.js'
import { checkChunks, checkCodes, checkDocuments, checkVectors } from './check-content.js'
import { checkFile, checkReferences, checkSchema, checkTrees } from './check-file.js'
import { checkCounts, checkKeywordIndex, recount } from './check-keyword-index.js'
import { checkKeptCounts, recountKept } from './check-kept-counts.js'
import { checkRows } from './check-rows.js'
import { findingOf, isDamage, withFailure, type Check, type Finding } from './finding.js'

/** Checks everything that the database holds, as it is at one moment; see `Maintenance.verify`. */
export function verify(database: SqlDatabase, options: VerifyOptions = {}): StoreDamage[] {
  const wanted = (options.isQuick ? quickChecks : checks).map((check) => withFailure(check, unreadable))
  const findings = database.transaction(() => wanted.flatMap((check) => check(database))).deferred()
  if (options.repair ?? false) repair(database, findings)
  return findings.map(({ damage }) => damage)
}

/** Roots and spaces come before what belongs to them: what a root or space that is restored owns stays. */
const rowChecks = [checkRows('root'), checkRows('note'), checkRows('space')]

/** In the order in which they mend: rows are removed once the keyword index can let go of them. */
const checks: readonly Check[] = [
  checkFile,
  checkSchema,
  checkKeywordIndex,
  ...rowChecks,
  checkReferences,
  checkDocuments,
  checkChunks,
  checkVectors,
  checkCodes,
  checkCounts,
  checkKeptCounts,
]

/** Without what takes long: the trees of pages, the schema, and the rows on which many others depend. */
const quickChecks: readonly Check[] = [checkTrees, checkSchema, ...rowChecks]

function unreadable(_: SqlDatabase, cause: string): Finding[] {
  return findingOf({ part: 'storage', count: 1, reason: `the file cannot be read: ${cause}` })
}

/**
 * Mends what was found, each finding in a transaction, or nothing where one cannot be mended in place. Indexes are made
 * anew first, so that rows are found by them, and once more when rows are gone that made two keys equal.
 */
function repair(database: SqlDatabase, findings: readonly Finding[]): void {
  if (findings.length === 0 || findings.some(({ mend }) => mend === undefined)) return
  const isFileDamaged = findings.some(({ damage }) => damage.part === 'storage')
  const makeIndexes = () => {
    if (isFileDamaged) attempt(database, () => void database.exec('REINDEX'))
  }
  // SQLite refuses to remove a row that an index does not have as it is, unless the schema may be written.
  database.pragma('writable_schema = ON')
  try {
    makeIndexes()
    mendAll(database, findings)
    makeIndexes()
    attempt(database, () => mendAll(database, checkReferences(database)))
    attempt(database, () => removeRecords(database))
    attempt(database, () => recount(database))
    attempt(database, () => recountKept(database))
  } finally {
    database.pragma('writable_schema = OFF')
  }
}

/** Records are indexed by the number of their last change: one that a repair removed would not come back by itself. */
function removeRecords(database: SqlDatabase): void {
  database.exec(`
    DELETE FROM root WHERE holds = 'record';
    DELETE FROM note WHERE substr(name, 1, ${recordNotes.length}) = '${recordNotes}';`)
}

function mendAll(database: SqlDatabase, findings: readonly Finding[]): void {
  for (const { mend } of findings) if (mend) attempt(database, mend)
}

/** Where damage itself keeps something from being mended, the next check finds it again. */
function attempt(database: SqlDatabase, mend: () => void): void {
  try {
    inWriteTransaction(database, mend)
  } catch (error) {
    const isOfSqlite = error instanceof Error && 'code' in error
    if (!isOfSqlite || !(isDamage(error) || isConstraint(error))) throw error
  }
}
