import { expect, it } from 'vitest'
import { sampleChunk } from './__fixtures__/samples.js'
import { createChunkWriter } from './chunk-writer.js'
import { openConnection } from './connection.js'
import { migrate } from './migrations/ledger.js'
import { migrations } from './migrations/migrations.js'
import { inWriteTransaction } from './transactions.js'

it('lets FTS5 write once for all chunks of a document', () => {
  const { database } = openConnection({ path: ':memory:' })
  migrate(database, migrations, () => 0)
  database.exec("INSERT INTO root (id, name, path) VALUES (1, 'notes', '/notes')")
  database.exec(
    `INSERT INTO document
       (id, root_id, path, title, metadata, content_hash, recipe, stamp, read_at, created_at, updated_at)
     VALUES (1, 1, 'a.md', 'A', '{}', 'hash', 'recipe', 'stamp', 0, 0, 0)`,
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
