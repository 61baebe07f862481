import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { openConnection } from './connection.js'
import { openSqliteStore } from '../open-store.js'
import { migrate } from './schema-version.js'
import { schemaSteps } from './schema.js'
import { closing, type SqlDatabase } from './sql-database.js'

const later = 'CREATE TABLE later (x)'

function tablesOf(database: SqlDatabase): string[] {
  const sql = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
  return database
    .prepare<{ name: string }>(sql)
    .all()
    .map(({ name }) => name)
}

function newDatabase(): SqlDatabase {
  return openConnection({ path: ':memory:' }).database
}

/** A file with the schema, and a function that changes it by SQL. */
async function madeDatabase() {
  const path = join(temporaryFolder(), 'memory.sqlite')
  await (await openSqliteStore({ path })).close()
  const change = (work: (database: SqlDatabase) => void) => {
    const { database } = openConnection({ path })
    work(database)
    database.close()
  }
  return { path, change }
}

describe('the schema', () => {
  it('never changes after a release: the next version is another step', () => {
    const versionsAfter = (steps: readonly string[]) => {
      const database = newDatabase()
      migrate(database, steps)
      return closing(database, () =>
        database.prepare('SELECT version, fingerprint FROM schema_version').all(),
      )
    }
    // The fingerprint of the steps themselves is a constant, that of a copy is computed.
    expect(versionsAfter(schemaSteps)).toEqual(versionsAfter([...schemaSteps]))
    expect(versionsAfter(schemaSteps)).toMatchInlineSnapshot(`
      [
        {
          "fingerprint": "d2669e32bfb77292",
          "version": 1,
        },
      ]
    `)
  })

  it('is created completely or not at all, in a file that stays usable', async () => {
    const path = join(temporaryFolder(), 'memory.sqlite')
    const { database } = openConnection({ path })
    expect(() => migrate(database, [...schemaSteps, `${later}; SELECT nonsense`])).toThrow(/nonsense/)
    expect(tablesOf(database)).toEqual([])
    expect(database.pragma('application_id', { simple: true })).toBe(0)
    database.close()
    const store = await openSqliteStore({ path })
    expect(await store.maintenance.verify()).toEqual([])
    await store.close()
  })

  it('of an older version is updated completely or not at all', () => {
    const database = newDatabase()
    migrate(database)
    const before = tablesOf(database)
    expect(() => migrate(database, [...schemaSteps, `${later}; SELECT nonsense`])).toThrow(/nonsense/)
    expect(tablesOf(database)).toEqual(before)
    migrate(database)
    migrate(database, [...schemaSteps, later])
    expect(tablesOf(database)).toEqual([...before, 'later'].toSorted())
    expect(database.prepare('SELECT version FROM schema_version').all()).toEqual([{ version: 2 }])
    database.close()
  })
})

describe('a database that this program cannot read', () => {
  it('is one that a newer program wrote, which is not changed', async () => {
    const { path, change } = await madeDatabase()
    change((database) => migrate(database, [...schemaSteps, later]))
    const before = readFileSync(path)
    for (const isReadOnly of [false, true]) {
      await expect(openSqliteStore({ path, isReadOnly })).rejects.toMatchObject({
        code: 'STORE_TOO_NEW',
        message: expect.stringMatching(/newer version \(schema 2\).*Update Recallite/),
      })
    }
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('is one whose schema differs from ours', async () => {
    const path = join(temporaryFolder(), 'memory.sqlite')
    const { database } = openConnection({ path })
    migrate(database, [later])
    database.close()
    await expect(openSqliteStore({ path })).rejects.toMatchObject({
      code: 'STORE_FOREIGN',
      message: expect.stringContaining('schema 1 differs'),
    })
  })

  it.each([
    ['a version', 'UPDATE schema_version SET version = 70'],
    ['no version', 'UPDATE schema_version SET version = 0'],
    ['a fingerprint', "UPDATE schema_version SET fingerprint = 'other'"],
    ['a row', 'DELETE FROM schema_version'],
  ])('is one whose version is damaged, which the doctor repairs: %s', async (_, sql) => {
    const { path, change } = await madeDatabase()
    change((database) => database.exec(sql))
    await expect(openSqliteStore({ path })).rejects.toMatchObject({
      code: 'STORE_CORRUPT',
      message: expect.stringContaining('recallite doctor --repair'),
    })
  })

  it('is not one whose version lacks its checksum: verify finds that', async () => {
    const { path, change } = await madeDatabase()
    change((database) => database.exec("UPDATE schema_version SET seal = ''"))
    const store = await openSqliteStore({ path })
    expect(await store.maintenance.verify()).toEqual(['the version of the schema has changed'])
    await store.close()
  })
})
