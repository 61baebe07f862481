import { createRequire } from 'node:module'
import { expect, it, onTestFinished } from 'vitest'
import { openCollection } from './collection/open-collection.ts'
import { watchSql } from './sql-watch.ts'

const storePackage = new URL('../../../packages/store/sqlite/package.json', import.meta.url)
const Database = createRequire(storePackage)('better-sqlite3')

it('reports input in statements, each time, and none from the store', async () => {
  const watch = watchSql()
  onTestFinished(watch.stop)
  const database = new Database(':memory:')
  for (let time = 0; time < 2; time += 1) {
    database.prepare("SELECT 'é'").get()
    expect(watch.takeStrange()).toEqual(["SELECT 'é'"])
  }
  database.exec("SELECT 'ф'")
  expect(watch.takeStrange()).toEqual(["SELECT 'ф'"])
  const { close } = await openCollection([7, 0])
  expect(watch.takeStrange()).toEqual([])
  await close()
})
