import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { openCollection } from './collection/open-collection.ts'
import { watchSql } from './sql-watch.ts'

const storePackage = new URL('../../../packages/store/sqlite/package.json', import.meta.url)
const Database = createRequire(storePackage)('better-sqlite3')

describe('watchSql', () => {
  it('hears what no statement has said before, each time it is said', () => {
    const watch = watchSql()
    try {
      const database = new Database(':memory:')
      database.prepare("SELECT 1, 'a'").get()
      watch.endLearning()
      database.prepare("SELECT 'a', 1, 1").get()
      expect(watch.takeStrange()).toEqual([])
      for (let time = 0; time < 2; time += 1) {
        database.prepare("SELECT 'a', 2, 'it''s; DROP TABLE x', 1").get()
        expect(watch.takeStrange()).toEqual(['2', "'it''s; DROP TABLE x'"])
      }
      database.exec('SELECT 1 OR 1')
      expect(watch.takeStrange()).toEqual(['OR'])
      expect(watch.takeStrange()).toEqual([])
    } finally {
      watch.stop()
    }
    new Database(':memory:').exec('SELECT 3')
    expect(watch.takeStrange()).toEqual([])
  })

  it('hears the store', async () => {
    const watch = watchSql()
    watch.endLearning()
    try {
      const { close } = await openCollection([7, 0])
      expect(watch.takeStrange()).toContain('chunk_words')
      await close()
    } finally {
      watch.stop()
    }
  })
})
