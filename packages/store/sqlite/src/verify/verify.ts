import type { StoreDamage, VerifyOptions } from '@recallite/store'
import { sealAll } from '../optimise.js'
import type { SqlDatabase } from '../sql-database.js'
import { isConstraint } from '../sqlite-errors.js'
import { inWriteTransaction } from '../transactions.js'
import { checkChunks, checkDocuments, checkVectors } from './check-content.js'
import { checkFile, checkReferences, checkSchema, checkTrees } from './check-file.js'
import { checkCounts, checkKeywordIndex, recount } from './check-keyword-index.js'
import { checkRows } from './check-rows.js'
import { type Check, type Finding, isDamage, withFailure } from './finding.js'

/** In the order in which they mend: rows go once the keyword index can let go of them. */
const checks: readonly Check[] = [
  checkFile,
  checkSchema,
  checkKeywordIndex,
  // Before what belongs to them: a folder or a space that comes back keeps its own.
  checkRows('root'),
  checkRows('note'),
  checkRows('space'),
  checkReferences,
  checkDocuments,
  checkChunks,
  checkVectors,
  checkCounts,
]

/** What holds the rest together. */
const quickChecks: readonly Check[] = [
  checkTrees,
  checkSchema,
  checkRows('root'),
  checkRows('note'),
  checkRows('space'),
]

const [guarded, guardedQuick] = [checks, quickChecks].map((all) =>
  all.map((check) => withFailure(check, unreadable)),
)

/** Checks everything that the database holds, as it is at one moment; see `CareStore.verify`. */
export function verify(database: SqlDatabase, options: VerifyOptions = {}): StoreDamage[] {
  const wanted = (options.isQuick ? guardedQuick : guarded) ?? []
  const findings = database.transaction(() => wanted.flatMap((check) => check(database))).deferred()
  if (options.repair ?? false) repair(database, findings)
  return findings.map(({ damage }) => damage)
}

function unreadable(_: SqlDatabase, cause: string): Finding {
  const reason = `the file cannot be read: ${cause}`
  return { damage: { part: 'file', count: 1, reason, isRestorable: false, documents: [] }, mend: undefined }
}

/**
 * Mends what was found, each thing in a transaction, or nothing where something cannot be mended in place. The indexes are made anew first, for rows to be found by them, and
 * once more when those rows are gone that made two keys equal.
 */
function repair(database: SqlDatabase, findings: readonly Finding[]): void {
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
