import type { VerifyOptions } from '@recallite/store'
import type { SqlDatabase } from '../../connection/sql-database.js'
import { checkKeywordIndex, checkRows, contentChecks } from './check-content.js'
import { checkFile, checkSchema, checkTrees, checkVersion, readOrFault, type Check } from './check-file.js'

/** Checks everything that the database holds, as it is at one moment; see `Maintenance.verify`. */
export function verify(database: SqlDatabase, { isQuick = false }: VerifyOptions = {}): string[] {
  const chosen = isQuick ? quickChecks : checks
  const faults = () =>
    chosen.map((check) =>
      readOrFault(
        () => check(database),
        (reason) => reason,
      ),
    )
  return database
    .transaction(faults)
    .deferred()
    .filter((fault) => fault !== undefined)
}

const structure: readonly Check[] = [
  (database) => checkSchema(database),
  checkVersion,
  checkRows('root'),
  checkRows('note'),
  checkRows('space'),
]

/** Without what takes long: the trees of pages, the schema, and the rows on which many others depend. */
const quickChecks: readonly Check[] = [checkTrees, ...structure]

const checks: readonly Check[] = [checkFile, ...structure, checkKeywordIndex, ...contentChecks]
