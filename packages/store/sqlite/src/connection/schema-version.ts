import { createHash } from 'node:crypto'
import { StoreError } from '@recallite/store'
import { checksumOf } from '../documents/checksum.js'
import { applicationId, openConnection } from './connection.js'
import { schemaSteps, sqlSearch } from './schema.js'
import { closing, type SqlDatabase } from './sql-database.js'
import { inWriteTransaction } from './transactions.js'

/**
 * Creates or updates the schema in one transaction: after a kill, the database has the old schema or the new one. `mark` is the
 * application id.
 * @throws StoreError `STORE_TOO_NEW` for the database of a newer program, `STORE_FOREIGN` if another build made a schema of the
 * same version, `STORE_CORRUPT` if the stored version is damaged
 */
export function migrate(
  database: SqlDatabase,
  steps: readonly string[] = schemaSteps,
  mark = applicationId,
): void {
  if (readVersion(database, steps) === steps.length) return
  inWriteTransaction(database, () => {
    // Another process may have updated the schema while this one waited.
    const version = readVersion(database, steps)
    if (version === steps.length) return
    database.pragma(`application_id = ${mark}`)
    database.exec(versionTable)
    for (const step of steps.slice(version)) database.exec(step)
    writeVersion(database, steps)
  })
}

/** For read-only databases. @throws StoreError `STORE_TOO_OLD` if the schema is missing or older, and as `migrate` does */
export function assertUpToDate(database: SqlDatabase, path: string): void {
  if (readVersion(database, schemaSteps) === schemaSteps.length) return
  throw new StoreError(
    'STORE_TOO_OLD',
    `${path} is empty or was written by an older version, and is not updated while it is opened read-only. Open it once for writing.`,
  )
}

/** Whether `sqlSearch` was run on the database. */
export function hasSqlSearch(database: SqlDatabase): boolean {
  const table = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'chunks_fts'"
  return database.prepare(table).get() !== undefined
}

/** Removes foreign triggers, which would change what is written: the database may have come with another user's folder. */
export function dropForeignTriggers(database: SqlDatabase): void {
  const triggers = database.prepare<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
  )
  // Without their table, the triggers of the SQL search would make every write fail.
  const expected = hasSqlSearch(database) ? [...schemaSteps, sqlSearch] : schemaSteps
  for (const { name, sql } of triggers.all()) {
    if (expected.some((step) => step.includes(sql))) continue
    inWriteTransaction(database, () => database.exec(`DROP TRIGGER "${name.replaceAll('"', '""')}"`))
  }
}

/** Runs `work` on an empty database in memory with the schema. */
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

/** Whether the row of the version has changed, although the version itself can be read. */
export function isVersionDamaged(database: SqlDatabase): boolean {
  const row = database.prepare<VersionRow>(versionSql).get()
  return row?.seal !== sealOf(row ?? { version: 0, fingerprint: '' })
}

/** Writes the version of the schema; requires a transaction. */
function writeVersion(database: SqlDatabase, steps: readonly string[]): void {
  const [version, fingerprint] = [steps.length, fingerprintOf(steps)]
  database.exec('DELETE FROM schema_version')
  database
    .prepare('INSERT INTO schema_version (version, fingerprint, seal) VALUES (?, ?, ?)')
    .run(version, fingerprint, sealOf({ version, fingerprint }))
}

/** Whether a row, as read off a page, is the version of this program's schema. */
export function isOwnVersion(rowId: number | null, fingerprint: unknown): boolean {
  return rowId === schemaSteps.length && fingerprint === fingerprintOf(schemaSteps)
}

/** The only row of the table: the version, a hash of its SQL, and a checksum of both. */
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
  if (isKnown && row?.fingerprint === fingerprintOf(steps, version)) return version
  // A damaged row may have any version, so only one with a matching checksum counts.
  if (isVersionDamaged(database)) {
    throw new StoreError(
      'STORE_CORRUPT',
      "The schema version in this database is damaged. Run 'recallite doctor --repair': it keeps what is intact.",
    )
  }
  if (!isKnown) {
    throw new StoreError(
      'STORE_TOO_NEW',
      `This database was written by a newer version (schema ${version}). Update Recallite, or use another file.`,
    )
  }
  throw new StoreError(
    'STORE_FOREIGN',
    `This database was made by another build of Recallite (schema ${version} differs). Use another file.`,
  )
}

/** Of all steps of the schema, because loading the code for hashes takes longer than opening a database. */
const schemaFingerprint = 'd2669e32bfb77292'

function fingerprintOf(steps: readonly string[], version = steps.length): string {
  if (steps === schemaSteps && version === steps.length) return schemaFingerprint
  const statements = steps
    .slice(0, version)
    .join('\n')
    .replaceAll(/^--.*\n/gm, '')
  return createHash('sha256').update(statements).digest('hex').slice(0, 16)
}

function sealOf({ version, fingerprint }: Omit<VersionRow, 'seal'>): string {
  return checksumOf([version, fingerprint]).toString(16).padStart(8, '0')
}
