import { createHash } from 'node:crypto'
import { StoreError } from '@recallite/store'
import { checksumOf as sumOf } from '../checksum.js'
import { applicationId } from '../connection.js'
import type { SqlDatabase } from '../sql-database.js'
import { inWriteTransaction } from '../transactions.js'
import type { Migration } from './migration.js'

const ledger = `
CREATE TABLE IF NOT EXISTS migration (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  checksum TEXT NOT NULL,
  applied_at INTEGER NOT NULL,
  seal TEXT
) STRICT`

/** A step that ran; its seal is a checksum of the rest, in hexadecimal digits. */
interface LedgerRow {
  readonly number: number
  readonly name: string
  readonly checksum: string
  readonly appliedAt: number
  readonly seal: string | null
}

const rowsSql = 'SELECT number, name, checksum, applied_at AS appliedAt, seal FROM migration ORDER BY number'

/** Eight characters, as no single flipped bit makes a text of that length null or a null one such a text. */
const sealOf = ({ number, name, checksum, appliedAt }: Omit<LedgerRow, 'seal'>): string =>
  sumOf([number, name, checksum, appliedAt]).toString(16).padStart(8, '0')

/** Whether a row is as a program wrote it; one that has no seal may have been written by hand. */
function isAsWritten(row: LedgerRow): boolean {
  return row.seal === null || row.seal === sealOf(row)
}

/** A fingerprint of a step, to tell that it is the one that ran. */
export function checksumOf(migration: Migration): string {
  return createHash('sha256').update(migration.sql).digest('hex').slice(0, 16)
}

function hasLedger(database: SqlDatabase): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migration'").get() !== undefined
}

function damagedLedger(): StoreError {
  return new StoreError(
    'STORE_CORRUPT',
    "The list of schema steps in this database is damaged. Run 'recallite doctor --repair': it keeps what is whole.",
  )
}

/** What is wrong with a step that is not one of ours as it stands; undefined where nothing is. */
function faultOf(row: LedgerRow, known: Migration | undefined): StoreError | undefined {
  const { number, checksum } = row
  if (known && checksum === checksumOf(known)) return undefined
  if (!isAsWritten(row)) return damagedLedger()
  if (!known) {
    return new StoreError(
      'STORE_TOO_NEW',
      `This database was written by a newer version (schema ${number}). Update Recallite, or name another file.`,
    )
  }
  return new StoreError(
    'STORE_FOREIGN',
    `This database was made by another build of Recallite (schema ${number} differs). Name another file.`,
  )
}

/** Steps run in order: one that lacks before one that ran was lost. */
function assertNoGap(pending: readonly Migration[], rows: readonly LedgerRow[]): void {
  const last = rows.at(-1)?.number ?? 0
  if (pending.some(({ number }) => number < last)) throw damagedLedger()
}

/**
 * The steps this database still lacks; reads only.
 * @throws StoreError `STORE_TOO_NEW` when a newer program has been here, `STORE_FOREIGN` when a step differs from ours,
 * `STORE_CORRUPT` when the list of steps is not as a program wrote it
 */
export function pendingMigrations(database: SqlDatabase, migrations: readonly Migration[]): Migration[] {
  if (!hasLedger(database)) return [...migrations]
  const rows = database.prepare<LedgerRow>(rowsSql).all()
  const known = new Map(migrations.map((migration) => [migration.number, migration]))
  const faults = rows.flatMap((row) => faultOf(row, known.get(row.number)) ?? [])
  // A damaged list may claim anything: that comes first.
  const worst = faults.find(({ code }) => code === 'STORE_CORRUPT') ?? faults[0]
  if (worst) throw worst
  const done = new Set(rows.map(({ number }) => number))
  const pending = migrations.filter(({ number }) => !done.has(number))
  assertNoGap(pending, rows)
  return pending
}

/** Steps of the ledger that are ours, and not as they were written. */
export function damagedSteps(database: SqlDatabase): readonly Pick<LedgerRow, 'number'>[] {
  return database
    .prepare<LedgerRow>(rowsSql)
    .all()
    .filter((row) => !isAsWritten(row))
}

/** Writes steps down again that `damagedSteps` found; to be called inside a transaction. */
export function rewriteSteps(
  database: SqlDatabase,
  steps: readonly Pick<LedgerRow, 'number'>[],
  all: readonly Migration[],
): void {
  for (const { number } of steps) {
    const migration = all.find((step) => step.number === number)
    if (migration) writeStep(database, migration, Date.now())
  }
}

function writeStep(database: SqlDatabase, migration: Migration, appliedAt: number): void {
  const { number, name } = migration
  const checksum = checksumOf(migration)
  database
    .prepare(
      'INSERT OR REPLACE INTO migration (number, name, checksum, applied_at, seal) VALUES (?, ?, ?, ?, ?)',
    )
    .run(number, name, checksum, appliedAt, sealOf({ number, name, checksum, appliedAt }))
}

/**
 * For a database that is only read.
 * @throws StoreError `STORE_TOO_OLD` where it lacks steps, and as `pendingMigrations` does
 */
export function assertUpToDate(database: SqlDatabase, migrations: readonly Migration[], path: string): void {
  if (pendingMigrations(database, migrations).length === 0) return
  throw new StoreError(
    'STORE_TOO_OLD',
    `${path} was written by an older version, and is not brought up to date where it is only read. Open it to be written once.`,
  )
}

/** Brings a database up to date: each step with its ledger row in one transaction. */
export function migrate(database: SqlDatabase, migrations: readonly Migration[], now: () => number): void {
  if (pendingMigrations(database, migrations).length === 0) return
  inWriteTransaction(database, () => {
    database.exec(ledger)
    database.pragma(`application_id = ${applicationId}`)
  })
  for (const migration of migrations) {
    inWriteTransaction(database, () => {
      const isPending = pendingMigrations(database, migrations).includes(migration)
      if (!isPending) return
      database.exec(migration.sql)
      writeStep(database, migration, now())
    })
  }
}
