import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { sampleChunk, sampleDocument } from './__fixtures__/samples.js'
import { createChunkWriter } from './chunk-writer.js'
import { openConnection } from './connection.js'
import { openSqliteStore } from './open-store.js'
import { migrate } from './schema-version.js'
import { inWriteTransaction } from './transactions.js'

it('lets FTS5 write once for all chunks of a document', () => {
  const { database } = openConnection({ path: ':memory:' })
  migrate(database)
  database.exec("INSERT INTO root (id, name, path) VALUES (1, 'notes', '/notes')")
  database.exec(
    `INSERT INTO document
       (id, root_id, path, title, metadata, content_hash, fingerprint, stamp, read_at, created_at, updated_at)
     VALUES (1, 1, 'a.md', 'A', '{}', 'hash', 'fingerprint', 'stamp', 0, 0, 0)`,
  )
  const chunks = ['red light', 'green light', 'tower'].map((text, at) => sampleChunk(`chunk ${at}`, text))
  inWriteTransaction(database, () => createChunkWriter(database).replace(1, chunks, 0))
  for (const index of ['chunk_words', 'chunk_forms']) {
    const segments = database.prepare<{ count: number }>(
      `SELECT count(DISTINCT segid) AS count FROM ${index}_idx`,
    )
    expect([index, segments.get()?.count]).toEqual([index, 1])
  }
  database.close()
})

it('leaves nothing of a document that is removed', async () => {
  const path = join(temporaryFolder(), 'memory.sqlite')
  const store = await openSqliteStore({ path })
  await store.putRoot({ name: 'notes', path: '/notes' })
  const document = sampleDocument('b.md', { metadata: { tag: 'ops' }, date: '2026-02-11' })
  const { database } = openConnection({ path })
  const count = (table: string) => database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()
  for (const rows of [1, 0]) {
    if (rows === 0) await store.writeDocuments({ removed: [document] })
    else
      await store.writeDocuments({
        put: [{ document, chunks: [sampleChunk('b', 'harbour', { heading: ['Harbour'] })] }],
      })
    for (const table of ['document_field', 'chunk_sections', 'chunk_word_list', 'embedding_input']) {
      expect([table, count(table)]).toEqual([table, { rows }])
    }
  }
  database.close()
  await store.close()
})
