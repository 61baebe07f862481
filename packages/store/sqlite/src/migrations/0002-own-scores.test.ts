import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { plane, sampleChunk, sampleDocument, wordRequest } from '../__fixtures__/samples.js'
import { openConnection } from '../connection.js'
import { openSqliteStore } from '../open-store.js'
import type { SqlDatabase } from '../sql-database.js'
import { hashText } from '../chunk-writer.js'
import { encodeVector } from '../vector-row.js'
import { migrate } from './ledger.js'
import { migrations } from './migrations.js'

/** What the tables of the first schema hold, but for the recipes of documents. */
const contents = {
  root: 'SELECT id, name, path FROM root',
  document: `SELECT id, root_id, path, title, metadata, content_hash, stamp, read_at, created_at, updated_at
             FROM document`,
  chunk: `SELECT id, public_id, document_id, position, start_line, end_line, start_column, end_column, heading, text,
            tokens, created_at FROM chunk`,
  embedding_input: 'SELECT * FROM embedding_input',
  space: 'SELECT id, provider, model, dimensions, prompt_style, created_at FROM space',
  vector: 'SELECT id, space_id, text_hash, value, created_at FROM vector',
  note: 'SELECT name, value FROM note',
}

function read(database: SqlDatabase) {
  return Object.entries(contents).map(([table, sql]) => [table, database.prepare(sql).all()])
}

function fillOlder(database: SqlDatabase): void {
  database.exec(`
    INSERT INTO root (id, name, path) VALUES (1, 'notes', '/notes'), (2, 'other', '/other');
    INSERT INTO document
      (id, root_id, path, title, metadata, content_hash, recipe, stamp, read_at, created_at, updated_at)
    VALUES (1, 1, 'a.md', 'A', '{"tag":["ops"]}', 'hash a', 'recipe', 'stamp a', 5, 6, 7),
           (2, 2, 'b.md', 'B', '{}', 'hash b', 'recipe', 'stamp b', 8, 9, 10);
    INSERT INTO chunk
      (id, public_id, document_id, position, start_line, end_line, heading, text, tokens, created_at)
    VALUES (1, 'a', 1, 0, 1, 4, '["Harbour"]', 'red light', 2, 6),
           (2, 'b', 1, 1, 5, 9, '[]', 'harbour light', 2, 6),
           (3, 'c', 2, 0, 1, 1, '[]', 'tower', 1, 9);
    INSERT INTO chunk_words (rowid, words) SELECT id, text FROM chunk;
    INSERT INTO space VALUES (1, 'sample', 'plane', 2, 'none', 3);
    INSERT INTO note VALUES ('note', 'text');`)
  const addInput = database.prepare("INSERT INTO embedding_input VALUES (?, 0, ?, '', 0, ?)")
  const addVector = database.prepare('INSERT INTO vector VALUES (?, 1, ?, ?, 4)')
  for (const [index, text] of ['red light', 'harbour light', 'tower'].entries()) {
    addInput.run(index + 1, hashText(text), text.length)
    const vector = encodeVector(Float32Array.of(1, index))
    if (index < 2) addVector.run((1n << 40n) + BigInt(index), hashText(text), vector)
  }
}

/** A file as the first schema has it, and what is in it. */
function olderFile() {
  const path = join(temporaryFolder(), 'memory.sqlite')
  const { database } = openConnection({ path })
  migrate(database, migrations.slice(0, 1), () => 0)
  fillOlder(database)
  const before = read(database)
  database.close()
  return { path, before }
}

describe('a file of the first schema', () => {
  it('loses nothing, and its documents are to be cut anew', async () => {
    const { path, before } = olderFile()
    const store = await openSqliteStore({ path })
    const documents = [...(await store.listDocuments('notes')), ...(await store.listDocuments('other'))]
    expect(documents.map(({ path: name, recipe }) => [name, recipe])).toEqual([
      ['a.md', ''],
      ['b.md', ''],
    ])
    expect((await store.status()).spaces).toMatchObject([{ ...plane, vectors: 2, pending: 1 }])
    await store.close()
    const { database } = openConnection({ path })
    expect(read(database)).toEqual(before)
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(database.pragma('foreign_key_check')).toEqual([])
    database.close()
  })

  it('answers by vectors as before, by words once its documents are cut', async () => {
    const store = await openSqliteStore({ path: olderFile().path })
    const near = await store.searchVector({ space: plane, vector: Float32Array.of(1, 0), limit: 9 })
    expect(near.map(({ id }) => id)).toEqual(['a', 'b'])
    const { terms } = wordRequest('light')
    expect(await store.searchKeyword(wordRequest('light'))).toEqual([])
    expect(await store.scoreKeyword({ terms, ids: ['a', 'b', 'gone'] })).toEqual(
      new Map([
        ['a', { bm25: 0, matched: 0 }],
        ['b', { bm25: 0, matched: 0 }],
      ]),
    )
    const chunks = [sampleChunk('a', 'red light'), sampleChunk('b', 'harbour light')]
    await store.replaceDocument(sampleDocument('a.md', { recipe: 'next' }), chunks)
    expect((await store.searchKeyword(wordRequest('light'))).map(({ id }) => id)).toEqual(['a', 'b'])
    expect((await store.status()).spaces).toMatchObject([{ ...plane, vectors: 2, pending: 1 }])
    await store.removeRoot('other')
    await store.removeRoot('notes')
    expect((await store.status()).chunks).toBe(0)
    await store.close()
  })
})
