import { openSqliteStore } from '../open-store.js'
import { openConnection } from './connection.js'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { expect, it } from 'vitest'

it('stores no statistics, since those of a small index would make plans of a large one worse', async () => {
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
