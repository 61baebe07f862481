import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { openConnection } from '../connection.js'
import { openSqliteStore } from '../open-store.js'
import type { SqlDatabase } from '../sql-database.js'
import { checksumOf, migrate, pendingMigrations } from './ledger.js'
import { migrations } from './migrations.js'

const clock = () => 1_700_000_000_000

function schemaOf(database: SqlDatabase): string {
  return database
    .prepare<{ sql: string }>(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'chunk_words_%' AND name NOT LIKE 'chunk_forms_%' ORDER BY type, name",
    )
    .all()
    .map(({ sql }) => `${sql};\n`)
    .join('\n')
}

function newDatabase(): SqlDatabase {
  return openConnection({ path: ':memory:' }).database
}

async function madeDatabase(): Promise<{ path: string; change: (sql: string) => void }> {
  const path = join(temporaryFolder(), 'memory.sqlite')
  await (await openSqliteStore({ path })).close()
  const change = (sql: string) => {
    const { database } = openConnection({ path })
    database.exec(sql)
    database.close()
  }
  return { path, change }
}

describe('migrations', () => {
  it('never change once released', () => {
    expect(migrations.map((migration) => [migration.number, migration.name, checksumOf(migration)])).toEqual([
      [1, 'initial', '60066511344b84dd'],
      [2, 'own scores', '90828170d5423fa3'],
      [3, 'filters', '59a6d6ce1aa5510f'],
      [4, 'languages', '80f8a26f4b9d08ae'],
      [5, 'chosen spaces', '34e38ac1cb817160'],
      [6, 'care', '34b2fa4425018675'],
      [7, 'second copies', 'c2c72cdf87ab9ece'],
      [8, 'unused vectors', 'd10649c6e84693d7'],
    ])
  })

  it('are numbered from 1 without gaps', () => {
    expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, place) => place + 1))
  })

  it('make the schema', async () => {
    const database = newDatabase()
    migrate(database, migrations, clock)
    await expect(schemaOf(database)).toMatchFileSnapshot('schema.sql')
    database.close()
  })

  it('are written down, and do nothing a second time', () => {
    const database = newDatabase()
    expect(pendingMigrations(database, migrations)).toEqual(migrations)
    migrate(database, migrations, clock)
    const rows = database.prepare('SELECT * FROM migration').all()
    expect(rows).toEqual(
      migrations.map((migration) => ({
        number: migration.number,
        name: migration.name,
        checksum: checksumOf(migration),
        applied_at: clock(),
        seal: expect.stringMatching(/^[0-9a-f]{8}$/),
      })),
    )
    expect(pendingMigrations(database, migrations)).toEqual([])
    migrate(database, migrations, () => 0)
    expect(database.prepare('SELECT * FROM migration').all()).toEqual(rows)
    database.close()
  })

  it('each happen as a whole or not at all', () => {
    const database = newDatabase()
    const broken = { number: 2, name: 'broken', sql: 'CREATE TABLE half (x); SELECT nonsense' }
    const first = { number: 1, name: 'first', sql: 'CREATE TABLE one (x)' }
    expect(() => migrate(database, [first, broken], clock)).toThrow(/nonsense/)
    expect(pendingMigrations(database, [first, broken])).toEqual([broken])
    expect(schemaOf(database)).not.toContain('half')
    const mended = { ...broken, sql: 'CREATE TABLE half (x)' }
    migrate(database, [first, mended], clock)
    expect(schemaOf(database)).toContain('half')
    database.close()
  })

  it('bring an older database up to date', () => {
    const database = newDatabase()
    const next = { number: migrations.length + 1, name: 'next', sql: 'CREATE TABLE next_one (x)' }
    migrate(database, migrations, clock)
    migrate(database, [...migrations, next], clock)
    expect(database.prepare('SELECT number FROM migration').all()).toEqual(
      [...migrations, next].map(({ number }) => ({ number })),
    )
    database.close()
  })
})

describe('a database that this program cannot read', () => {
  it('is one that a newer program wrote', async () => {
    const { path, change } = await madeDatabase()
    change("INSERT INTO migration (number, name, checksum, applied_at) VALUES (99, 'later', 'x', 0)")
    await expect(openSqliteStore({ path })).rejects.toMatchObject({
      code: 'STORE_TOO_NEW',
      message: expect.stringMatching(/newer version \(schema 99\).*Update Recallite/),
    })
  })

  it('is one whose step differs from ours', async () => {
    const { path, change } = await madeDatabase()
    change("UPDATE migration SET checksum = 'other', seal = NULL")
    await expect(openSqliteStore({ path })).rejects.toMatchObject({
      code: 'STORE_FOREIGN',
      message: expect.stringContaining('schema 1 differs'),
    })
  })

  it.each([
    ['a number', 'UPDATE migration SET number = 70 WHERE number = 6'],
    ['a checksum', "UPDATE migration SET checksum = 'other' WHERE number = 2"],
    ['a row', 'DELETE FROM migration WHERE number = 3'],
  ])('is not one of which the list of steps is damaged: %s', async (_, sql) => {
    const { path, change } = await madeDatabase()
    change(sql)
    await expect(openSqliteStore({ path })).rejects.toMatchObject({
      code: 'STORE_CORRUPT',
      message: expect.stringContaining('recallite doctor --repair'),
    })
  })
})
