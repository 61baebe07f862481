import { openSqliteStore } from '../open-store.js'
import { openConnection } from './connection.js'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { expect, it } from 'vitest'

it('keeps no statistics: those of a young index would spoil the plans of a grown one', async () => {
  const path = join(temporaryFolder(), 'index.sqlite')
  const store = await openSqliteStore({ path })
  await store.putRoot({ name: 'notes', path: '/notes' })
  await store.maintenance.optimise()
  await store.close()
  const { database } = openConnection({ path })
  const tables = database.prepare<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE name LIKE 'sqlite_stat%'",
  )
  expect(tables.all()).toEqual([])
  database.close()
})
