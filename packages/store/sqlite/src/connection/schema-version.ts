import { createHash } from 'node:crypto'
import { StoreError } from '@recallite/store'
import { checksumOf } from '../documents/checksum.js'
import { applicationId, openConnection } from './connection.js'
import { schemaSteps } from './schema.js'
import { closing, type SqlDatabase } from './sql-database.js'
import { inWriteTransaction } from './transactions.js'

/**
 * Makes the schema in a new database, and brings that of an older version up to date, in one transaction: whenever the
 * process is killed, the database has the old schema or the new one. `mark` names the kind of file in its header.
 * @throws StoreError `STORE_TOO_NEW` for the database of a newer program, `STORE_FOREIGN` where another build of this one
 * made a schema of the same version, `STORE_CORRUPT` where the record of the version is damaged
 */
export function migrate(
  database: SqlDatabase,
  steps: readonly string[] = schemaSteps,
  mark = applicationId,
): void {
  if (readVersion(database, steps) === steps.length) return
  inWriteTransaction(database, () => {
    // Another process may have made the schema while this one waited.
    const version = readVersion(database, steps)
    if (version === steps.length) return
    database.pragma(`application_id = ${mark}`)
    database.exec(versionTable)
    for (const step of steps.slice(version)) database.exec(step)
    writeVersion(database, steps)
  })
}

/**
 * For a database that is only read.
 * @throws StoreError `STORE_TOO_OLD` where the schema would have to be made or brought up to date, and as `migrate` does
 */
export function assertUpToDate(database: SqlDatabase, path: string): void {
  if (readVersion(database, schemaSteps) === schemaSteps.length) return
  throw new StoreError(
    'STORE_TOO_OLD',
    `${path} is empty or was written by an older version, and is not brought up to date while it is opened only to be read. Open it once to write.`,
  )
}

/**
 * Removes triggers that are not this program's: they would change what is written, and a database may have come with a folder
 * of another user.
 */
export function dropForeignTriggers(database: SqlDatabase): void {
  const triggers = database.prepare<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
  )
  for (const { name, sql } of triggers.all()) {
    if (schemaSteps.some((step) => step.includes(sql))) continue
    inWriteTransaction(database, () => database.exec(`DROP TRIGGER "${name.replaceAll('"', '""')}"`))
  }
}

/** Works with a new, empty database in memory, which shows what the schema is like. */
export function withEmptyDatabase<Result>(
  work: (database: SqlDatabase) => Result,
  steps: readonly string[] = schemaSteps,
): Result {
  const { database } = openConnection({ path: ':memory:', vectorExtension: false })
  return closing(database, () => {
    migrate(database, steps)
    return work(database)
  })
}

/** Whether the record of the version is not as the program wrote it, although the version itself can be read. */
export function isVersionDamaged(database: SqlDatabase): boolean {
  const row = database.prepare<VersionRow>(versionSql).get()
  return row?.seal !== sealOf(row ?? { version: 0, fingerprint: '' })
}

/** Writes the version of this program's schema into the database; to be called inside a transaction. */
function writeVersion(database: SqlDatabase, steps: readonly string[]): void {
  const [version, fingerprint] = [steps.length, fingerprintOf(steps)]
  database.exec('DELETE FROM schema_version')
  database
    .prepare('INSERT INTO schema_version (version, fingerprint, seal) VALUES (?, ?, ?)')
    .run(version, fingerprint, sealOf({ version, fingerprint }))
}

/** Whether a row of any table, as it stands in the file, says that the database has this program's schema. */
export function isOwnVersion(rowId: number | null, fingerprint: unknown): boolean {
  return rowId === schemaSteps.length && fingerprint === fingerprintOf(schemaSteps)
}

/** The one row of the table: the version, which SQL made it, and a checksum of both. */
interface VersionRow {
  readonly version: number
  readonly fingerprint: string
  readonly seal: string
}

const versionTable = `CREATE TABLE IF NOT EXISTS schema_version (
  version INTEGER PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  seal TEXT NOT NULL
) STRICT`

const versionSql = 'SELECT version, fingerprint, seal FROM schema_version'

function readVersion(database: SqlDatabase, steps: readonly string[]): number {
  const hasTable = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'schema_version'").get()
  if (hasTable === undefined) return 0
  const row = database.prepare<VersionRow>(versionSql).get()
  const version = row?.version ?? 0
  const isKnown = version > 0 && version <= steps.length
  if (isKnown && row?.fingerprint === fingerprintOf(steps.slice(0, version))) return version
  // A damaged record may claim any version: only one with the right seal is believed.
  if (isVersionDamaged(database)) {
    throw new StoreError(
      'STORE_CORRUPT',
      "The schema version that is written in this database is damaged. Run 'recallite doctor --repair': it keeps what is whole.",
    )
  }
  if (!isKnown) {
    throw new StoreError(
      'STORE_TOO_NEW',
      `This database was written by a newer version (schema ${version}). Update Recallite, or name another file.`,
    )
  }
  throw new StoreError(
    'STORE_FOREIGN',
    `This database was made by another build of Recallite (schema ${version} differs). Name another file.`,
  )
}

function fingerprintOf(steps: readonly string[]): string {
  const statements = steps.join('\n').replaceAll(/^--.*\n/gm, '')
  return createHash('sha256').update(statements).digest('hex').slice(0, 16)
}

function sealOf({ version, fingerprint }: Omit<VersionRow, 'seal'>): string {
  return checksumOf([version, fingerprint]).toString(16).padStart(8, '0')
}
