import { expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { join } from 'node:path'
import { openConnection } from './connection.js'
import { openSqliteStore } from '../open-store.js'

it('foreign triggers are removed before the first write, and our own remain', async () => {
  const path = join(temporaryFolder(), 'memory.sqlite')
  await (await openSqliteStore({ path })).close()
  const triggers = () => {
    const { database } = openConnection({ path })
    const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY 1").all()
    database.close()
    return names
  }
  const own = triggers()
  const { database } = openConnection({ path })
  database.exec('CREATE TRIGGER "planted "" root" AFTER INSERT ON root BEGIN DELETE FROM root; END')
  database.close()
  const store = await openSqliteStore({ path })
  await store.putRoot({ name: 'notes', path: '/notes' })
  expect(await store.listRoots()).toHaveLength(1)
  await store.close()
  expect(triggers()).toEqual(own)
})
