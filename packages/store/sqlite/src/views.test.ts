import { describe, expect, it } from 'vitest'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { plane, sampleChunk, sampleDocument } from './__fixtures__/samples.js'
import { openConnection } from './connection/connection.js'
import { openSqliteStore } from './open-store.js'

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
  return openConnection({ path, vectorExtension: false }).database
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

  it('A3: chunks has a row for each chunk, with the models that embedded it', async () => {
    const database = await describedDatabase()
    const common = { kind: 'file', root: 'notes', path: 'a.md', updated_at: '2026-01-02T03:05:05.678Z' }
    expect(database.prepare('SELECT * FROM chunks ORDER BY chunk_index').all()).toEqual([
      {
        ...common,
        id: 'a1',
        chunk_index: 0,
        heading: '["Top","Sub"]',
        start_line: 3,
        end_line: 4,
        start_column: null,
        end_column: null,
        text: 'one',
        tokens: 7,
        model: 'first, second',
        created_at: '2026-01-02T03:04:05.678Z',
      },
      {
        ...common,
        id: 'a2',
        chunk_index: 1,
        heading: '[]',
        start_line: 1,
        end_line: 1,
        start_column: 2,
        end_column: 9,
        text: 'two',
        tokens: 1,
        model: 'first',
        created_at: '2026-01-02T03:05:05.678Z',
      },
    ])
    database.close()
  })

  it('chunk_search finds chunks by words as typed', async () => {
    const path = join(temporaryFolder(), 'memory.sqlite')
    const store = await openSqliteStore({ path })
    await store.putRoot({ name: 'notes', path: '/notes' })
    const chunks = ['Harbour fees', 'The harbour opens'].map((text, index) => {
      const words = text.toLowerCase().split(' ')
      const own = words.map((form) => ({ form, stem: form.slice(0, 4) }))
      return sampleChunk(`a${index}`, text, { words: { text: own, parts: [], place: [] } })
    })
    await store.writeDocuments({ put: [{ document: sampleDocument('a.md'), chunks }] })
    await store.close()
    const { database } = openConnection({ path, vectorExtension: false })
    const search = database.prepare('SELECT text FROM chunk_search WHERE words MATCH ? ORDER BY id')
    const [fees, opens] = [{ text: 'Harbour fees' }, { text: 'The harbour opens' }]
    expect(search.all('HARBOUR')).toEqual([fees, opens])
    expect(search.all('fees OR opens NOT the')).toEqual([fees])
    expect(search.all('ope*')).toEqual([opens])
    expect(search.all('harb')).toEqual([])
    database.close()
  })
})
