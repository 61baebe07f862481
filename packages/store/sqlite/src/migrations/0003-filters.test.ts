import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { sampleChunk, sampleDocument, wordRequest } from '../__fixtures__/samples.js'
import { openConnection } from '../connection.js'
import { openSqliteStore } from '../open-store.js'
import { migrate } from './ledger.js'
import { migrations } from './migrations.js'

/** A file as it was before the step, with a document of one chunk in it. */
function olderFile(): string {
  const path = join(temporaryFolder(), 'memory.sqlite')
  const { database } = openConnection({ path })
  migrate(database, migrations.slice(0, 2), () => 0)
  database.exec(`
    INSERT INTO root (id, name, path) VALUES (1, 'notes', '/notes');
    INSERT INTO document (id, root_id, path, title, metadata, content_hash, recipe, stamp, read_at, created_at, updated_at)
    VALUES (1, 1, 'a.md', 'A', '{"tag":"ops"}', 'hash', 'recipe', 'stamp', 1, 0, 0);
    INSERT INTO chunk (id, public_id, document_id, position, start_line, end_line, heading, text, tokens, created_at)
    VALUES (1, 'a', 1, 0, 1, 1, '["Harbour"]', 'text', 1, 0);`)
  database.close()
  return path
}

describe('the step that brings filters', () => {
  it('keeps what is there, to be cut anew', async () => {
    const store = await openSqliteStore({ path: olderFile() })
    const [document] = await store.listDocuments('notes')
    const unread = { recipe: '', isSecret: true }
    expect(document).toEqual(sampleDocument('a.md', { title: 'A', metadata: { tag: 'ops' }, ...unread }))
    expect((await store.readChunks(['a'])).chunks[0]?.heading).toEqual(['Harbour'])
    await store.close()
  })

  it('leaves nothing of a document that goes', async () => {
    const path = olderFile()
    const store = await openSqliteStore({ path })
    const document = sampleDocument('b.md', { metadata: { tag: 'ops' }, date: '2026-02-11' })
    await store.replaceDocument(document, [sampleChunk('b', 'harbour', { heading: ['Harbour'] })])
    const filter = [{ kind: 'heading', texts: ['harbour'] }] as const
    expect(await store.findByWords({ ...wordRequest('harbour'), filter })).toHaveLength(1)
    await store.removeDocuments([document])
    await store.close()
    const { database } = openConnection({ path })
    for (const table of ['document_field', 'chunk_sections']) {
      expect(database.prepare(`SELECT * FROM ${table}`).all()).toEqual([])
    }
    database.close()
  })
})
