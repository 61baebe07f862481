import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { openSqliteStore } from '../open-store.js'
import { applicationId, openConnection } from './connection.js'

/** A database with an interrupted transaction, which only a writer rolls back. */
function interrupted(id: number): string {
  const path = join(temporaryFolder(), 'memory.sqlite')
  const database = new Database(path)
  database.exec(`PRAGMA application_id = ${id}; CREATE TABLE kept (text); INSERT INTO kept VALUES ('one')`)
  database.exec('PRAGMA cache_size = 1; BEGIN; CREATE TABLE part (text)')
  const insert = database.prepare('INSERT INTO part VALUES (?)')
  for (let row = 0; row < 200; row += 1) insert.run('x'.repeat(2000))
  const copy = join(temporaryFolder(), 'memory.sqlite')
  for (const end of ['', '-journal']) copyFileSync(`${path}${end}`, `${copy}${end}`)
  database.close()
  return copy
}

const tablesOf = (path: string, isReadOnly = false) => {
  const { database } = openConnection({ path, isReadOnly })
  const names = database.prepare<{ name: string }>('SELECT name FROM sqlite_schema').all()
  database.close()
  return names.map(({ name }) => name)
}

it('a database of ours with an interrupted transaction is opened, and read without changing it', () => {
  const path = interrupted(applicationId)
  const before = readFileSync(path)
  expect(tablesOf(path, true)).toEqual(['kept'])
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(tablesOf(path)).toEqual(['kept'])
  expect(existsSync(`${path}-journal`)).toBe(false)
})

it('a database of another program with an interrupted transaction is left as it is', async () => {
  const path = interrupted(7)
  const before = readFileSync(path)
  await expect(openSqliteStore({ path })).rejects.toMatchObject({ code: 'STORE_FOREIGN' })
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(existsSync(`${path}-journal`)).toBe(true)
})
