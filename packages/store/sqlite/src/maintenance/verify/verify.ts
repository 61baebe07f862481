import type { StoreDamage, VerifyOptions } from '@recallite/store'
import type { SqlDatabase } from '../../connection/sql-database.js'
import {
  checkChunks,
  checkCodes,
  checkDocuments,
  checkKeywordIndex,
  checkRows,
  checkVectors,
} from './check-content.js'
import { checkFile, checkReferences, checkSchema, checkTrees } from './check-file.js'
import { findingOf, isDamage, type Check } from './finding.js'

/** Checks everything that the database holds, as it is at one moment; see `Maintenance.verify`. */
export function verify(database: SqlDatabase, { isQuick = false }: VerifyOptions = {}): StoreDamage[] {
  const wanted = isQuick ? quickChecks : checks
  return database.transaction(() => wanted.flatMap((check) => findingsOf(database, check))).deferred()
}

const rowChecks = [checkRows('root'), checkRows('note'), checkRows('space')]

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
]

/** Without what takes long: the trees of pages, the schema, and the rows on which many others depend. */
const quickChecks: readonly Check[] = [checkTrees, checkSchema, ...rowChecks]

/** That reading fails counts as damage. */
function findingsOf(database: SqlDatabase, check: Check): readonly StoreDamage[] {
  try {
    return check(database)
  } catch (error) {
    if (!isDamage(error)) throw error
    const cause = error instanceof Error ? error.message : String(error)
    return findingOf({ part: 'storage', count: 1, reason: `the file cannot be read: ${cause}` })
  }
}
