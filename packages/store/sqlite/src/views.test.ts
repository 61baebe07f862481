import { describe, expect, it } from 'vitest'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { plane, sampleChunk, sampleDocument } from './__fixtures__/samples.js'
import { openConnection } from './connection/connection.js'
import { openSqliteStore } from './open-store.js'
import { encodeVector } from './vectors/vector-row.js'

/** A database as any SQLite client sees it. */
async function describedDatabase() {
  const path = join(temporaryFolder(), 'memory.sqlite')
  let time = Date.UTC(2026, 0, 2, 3, 4, 5, 678)
  const store = await openSqliteStore({ path, now: () => time })
  await store.putRoot({ name: 'notes', path: '/notes' })
  const document = sampleDocument('a.md', { title: 'Harbour', metadata: { tags: ['sea'] } })
  const kept = sampleChunk('a1', 'one', { heading: ['Top', 'Sub'], tokens: 7, startLine: 3, endLine: 4 })
  await store.writeDocuments({ put: [{ document, chunks: [kept] }] })
  time += 60_000
  await store.writeDocuments({
    put: [{ document, chunks: [kept, sampleChunk('a2', 'two', { startColumn: 2, endColumn: 9 })] }],
  })
  for (const model of ['first', 'second']) {
    const space = { ...plane, model }
    await store.putSpace(space)
    const pending = await store.pendingTexts(space, { limit: 9 })
    const texts = model === 'first' ? pending : pending.filter(({ text }) => text === 'one')
    await store.putVectors(
      space,
      texts.map(({ key }) => ({ key, vector: Float32Array.of(1, 2) })),
    )
  }
  await store.close()
  const { database, vectorSearch } = openConnection({ path })
  vectorSearch()
  return database
}

describe('the views for people', () => {
  it('documents has a row for each document', async () => {
    const database = await describedDatabase()
    expect(database.prepare('SELECT * FROM documents').all()).toEqual([
      {
        kind: 'file',
        root: 'notes',
        path: 'a.md',
        title: 'Harbour',
        metadata: '{"tags":["sea"]}',
        chunks: 2,
        created_at: '2026-01-02T03:04:05.678Z',
        updated_at: '2026-01-02T03:05:05.678Z',
      },
    ])
    database.close()
  })

  it('A3: chunks has a row for each chunk, with the model that answers and all that embedded it', async () => {
    const database = await describedDatabase()
    const common = {
      kind: 'file',
      root: 'notes',
      source: 'memory',
      path: 'a.md',
      updated_at: '2026-01-02T03:05:05.678Z',
    }
    expect(database.prepare('SELECT * FROM chunks ORDER BY chunk_index').all()).toEqual([
      {
        ...common,
        rowid: 2,
        id: 'a1',
        chunk_index: 0,
        heading: '["Top","Sub"]',
        start_line: 3,
        end_line: 4,
        start_column: null,
        end_column: null,
        text: 'one',
        tokens: 7,
        model: 'second',
        models: 'first,second',
        created_at: '2026-01-02T03:04:05.678Z',
      },
      {
        ...common,
        rowid: 3,
        id: 'a2',
        chunk_index: 1,
        heading: '[]',
        start_line: 1,
        end_line: 1,
        start_column: 2,
        end_column: 9,
        text: 'two',
        tokens: 1,
        model: null,
        models: 'first',
        created_at: '2026-01-02T03:05:05.678Z',
      },
    ])
    database.close()
  })

  it('A3: memory_embeddings and chunks_vec have the vectors of the space that answers queries', async () => {
    const database = await describedDatabase()
    const query = encodeVector(Float32Array.of(2, 1))
    const [row, ...others] = database.prepare('SELECT * FROM memory_embeddings').all()
    const created = { chunk_index: 0, created_at: '2026-01-02T03:04:05.678Z' }
    const expected = { id: 'a1', content: 'one', source_file: 'a.md', model_name: 'second', piece: 0 }
    expect(row).toEqual({ ...expected, ...created, embedding: expect.anything() })
    expect(others).toEqual([])
    const joined = database.prepare(
      `SELECT c.path, c.text, vec_distance_cosine(v.embedding, ?) AS dist
       FROM chunks_vec v JOIN chunks c ON c.id = v.id WHERE c.model = ? ORDER BY dist, text DESC`,
    )
    const one = { path: 'a.md', text: 'one', dist: expect.closeTo(0.2, 5) }
    expect(joined.all(query, 'second')).toEqual([one])
    database.exec("UPDATE space SET is_filled = 1 WHERE model = 'first'")
    expect(joined.all(query, 'second')).toEqual([])
    expect(joined.all(query, 'first')).toEqual([{ ...one, text: 'two' }, one])
    database.close()
  })
})
