import { createHash } from 'node:crypto'
import { StoreError } from '@recallite/store'
import { applicationId } from '../connection.js'
import type { SqlDatabase } from '../sql-database.js'
import { inWriteTransaction } from '../write-transaction.js'
import type { Migration } from './migration.js'

const ledger = `
CREATE TABLE IF NOT EXISTS migration (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  checksum TEXT NOT NULL,
  applied_at INTEGER NOT NULL
) STRICT`

/** A fingerprint of a step, to tell that it is the one that ran. */
export function checksumOf(migration: Migration): string {
  return createHash('sha256').update(migration.sql).digest('hex').slice(0, 16)
}

function hasLedger(database: SqlDatabase): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migration'").get() !== undefined
}

/**
 * The steps this database still lacks; reads only.
 * @throws StoreError `STORE_TOO_NEW` when a newer program has been here, `STORE_FOREIGN` when a step differs from ours
 */
export function pendingMigrations(database: SqlDatabase, migrations: readonly Migration[]): Migration[] {
  if (!hasLedger(database)) return [...migrations]
  const applied = database
    .prepare<{ number: number; checksum: string }>('SELECT number, checksum FROM migration ORDER BY number')
    .all()
  const known = new Map(migrations.map((migration) => [migration.number, migration]))
  for (const { number, checksum } of applied) {
    const migration = known.get(number)
    if (!migration) {
      throw new StoreError(
        'STORE_TOO_NEW',
        `This database was written by a newer version (schema ${number}). Update Recallite, or name another file.`,
      )
    }
    if (checksum !== checksumOf(migration)) {
      throw new StoreError(
        'STORE_FOREIGN',
        `This database was made by another build of Recallite (schema ${number} differs). Name another file.`,
      )
    }
  }
  const done = new Set(applied.map(({ number }) => number))
  return migrations.filter(({ number }) => !done.has(number))
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
      database
        .prepare('INSERT INTO migration (number, name, checksum, applied_at) VALUES (?, ?, ?, ?)')
        .run(migration.number, migration.name, checksumOf(migration), now())
    })
  }
}
