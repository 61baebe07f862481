import type { StoreDamage, VerifyOptions } from '@recallite/store'
import type { SqlDatabase } from '../sql-database.js'
import { checkChunks, checkDocuments } from './check-documents.js'
import { checkFile, checkReferences, checkTrees } from './check-file.js'
import { checkCounts, checkKeywordIndex } from './check-keyword-index.js'
import { checkRows } from './check-rows.js'
import { checkSchema } from './check-schema.js'
import { checkVectors } from './check-vectors.js'
import { withFailure, type Check, type Finding } from './finding.js'
import { repair } from './repair.js'

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

function unreadable(_: SqlDatabase, cause: string): Finding {
  const reason = `the file cannot be read: ${cause}`
  return { damage: { part: 'file', count: 1, reason, isRestorable: false, documents: [] }, mend: undefined }
}

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
