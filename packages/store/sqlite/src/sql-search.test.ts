import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import { sampleChunk, sampleDocument } from './__fixtures__/samples.js'
import { openConnection } from './connection/connection.js'
import { openSqliteStore, type SqliteStore } from './open-store.js'

/** Runs statements in separate connections, as an SQL client does. */
function clientOf(path: string) {
  const run = (sql: string) => {
    const { database } = openConnection({ path, vectorExtension: false })
    const rows = database.prepare<Record<string, unknown>>(sql).all()
    database.close()
    return rows
  }
  const found = (words: string) =>
    run(`SELECT chunk_id FROM memory_fts WHERE content MATCH '${words}' ORDER BY rank`)
  return { run, find: (words: string) => found(words).map((row) => row['chunk_id']) }
}

async function write(store: SqliteStore, name: string, ...texts: string[]): Promise<void> {
  const chunks = texts.map((text, index) => sampleChunk(`${name}${index}`, text))
  await store.writeDocuments({ put: [{ document: sampleDocument(`${name}.md`), chunks }] })
}

it('A2: optimise({ sql: true }) adds full-text search for SQL clients, which stays up to date until a client drops it', async () => {
  const path = join(temporaryFolder(), 'memory.sqlite')
  const { run, find } = clientOf(path)
  const store = await openSqliteStore({ path })
  await store.putRoot({ name: 'notes', path: '/notes' })
  await write(store, 'a', 'The connection pool was exhausted.', 'A pool of connections exporting: a queue')
  expect(() => find('pool')).toThrow('no such table')
  expect(await store.maintenance.optimise({ sql: true })).toBeNull()
  expect(find('exhausted OR pool')).toEqual(['a0', 'a1'])
  expect(find('"connection pool"')).toEqual(['a0'])
  expect(find('export AND (exhausted OR queues)')).toEqual(['a1'])
  const sql =
    'SELECT id, path, source, start_line, end_line, bm25(chunks_fts) < 0 AS isRanked FROM chunks_fts'
  expect(run(`${sql} WHERE chunks_fts MATCH '"export" AND "pool"'`)).toEqual([
    { id: 'a1', path: 'a.md', source: 'memory', start_line: 1, end_line: 1, isRanked: 1 },
  ])
  await write(store, 'b', 'A swimming pool')
  await write(store, 'a', 'Nothing of the kind')
  expect([find('pool'), find('nothing')]).toEqual([['b0'], ['a0']])
  await store.close()
  const reopened = await openSqliteStore({ path })
  await reopened.writeDocuments({ removed: [{ root: 'notes', path: 'b.md' }] })
  expect(find('pool')).toEqual([])
  expect(await reopened.maintenance.verify()).toEqual([])
  await reopened.close()
  const { database } = openConnection({ path, vectorExtension: false })
  database.exec('DROP TABLE chunks_fts')
  database.close()
  const again = await openSqliteStore({ path })
  await write(again, 'b', 'Two swimming pools')
  expect(() => find('pool')).toThrow('no such table')
  await again.maintenance.optimise({ sql: true })
  expect(find('pool')).toEqual(['b0'])
  await again.close()
})
