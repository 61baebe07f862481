import { describe, expect, it } from 'vitest'
import { randomNumbers } from '../__fixtures__/natural-chunks.js'
import { sampleChunk, sampleDocument, wordRequest } from '../__fixtures__/samples.js'
import { openConnection } from '../connection.js'
import { openSqliteStore } from '../open-store.js'
import { filledFile, findThenRepair, flippedCopy, placesOf, wide } from './__fixtures__/damaged-copy.js'

const leaves = (index: string) => `SELECT block AS value FROM ${index}_data WHERE id > 1000`

/** What is flipped, how often, and what is to be said of it. */
const contents: readonly (readonly [name: string, sql: string, flips: number, parts: readonly string[]])[] = [
  ['texts', 'SELECT text AS value FROM chunk', 25, ['documents']],
  ['vectors', 'SELECT value FROM vector', 25, ['vectors']],
  ['hashes of texts', 'SELECT text_hash AS value FROM vector', 10, []],
  ['ids of chunks', 'SELECT public_id AS value FROM chunk', 10, []],
  ['headings', 'SELECT heading AS value FROM chunk', 10, []],
  ['titles', 'SELECT title AS value FROM document', 10, ['documents']],
  ['paths', 'SELECT path AS value FROM document', 10, []],
  ['metadata', 'SELECT metadata AS value FROM document', 10, ['documents']],
  ['fields', 'SELECT text AS value FROM document_field', 10, []],
  ['sections', 'SELECT titles AS value FROM chunk_sections', 10, ['documents']],
  ['prefixes', 'SELECT prefix AS value FROM embedding_input', 10, ['documents']],
  ['lists of words', 'SELECT words AS value FROM chunk_word_list', 20, ['documents']],
  ['roots', 'SELECT path AS value FROM root UNION SELECT include FROM root', 10, []],
  ['spaces', 'SELECT source AS value FROM space UNION ALL SELECT canary FROM space', 10, []],
  ['notes', 'SELECT value FROM note UNION SELECT name FROM note', 10, []],
  ['the index of words', leaves('chunk_words'), 30, ['keyword-index']],
  ['the index of forms', leaves('chunk_forms'), 15, ['keyword-index']],
]

describe('verifying', () => {
  it.each(contents)(
    'finds every flipped bit, and repairs it: %s',
    { timeout: 60_000 },
    async (...content) => {
      const [name, sql, flips, parts] = content
      const path = await filledFile()
      const random = randomNumbers(name.length)
      const places = placesOf(path, sql)
      expect(places).not.toEqual([])
      for (let flip = 0; flip < flips; flip += 1) {
        const { found, repaired, left } = await findThenRepair(flippedCopy(path, places, random))
        expect([flip, found.length > 0]).toEqual([flip, true])
        for (const part of parts) expect(found.map((damage) => damage.part)).toContain(part)
        expect(repaired).toEqual(found)
        expect([flip, left]).toEqual([flip, []])
      }
    },
  )

  it('names the documents it is about', async () => {
    const path = await filledFile()
    const text = placesOf(path, "SELECT text AS value FROM chunk WHERE public_id = 'chunk-3-2'")
    const { found } = await findThenRepair(flippedCopy(path, text, randomNumbers(1)))
    expect(found).toEqual([
      {
        part: 'documents',
        count: 1,
        reason: 'texts of chunks, or what goes with them, have changed',
        isRestorable: false,
        documents: [{ root: 'notes', path: 'memory/3.md' }],
      },
    ])
  })
})

async function change(sql: string): Promise<string> {
  const path = await filledFile()
  const { database } = openConnection({ path })
  database.exec(sql)
  database.close()
  return path
}

describe('repairing', () => {
  it('takes out a damaged document, which can then be put in again, and leaves the others', async () => {
    const path = await change(`UPDATE chunk SET text = 'X' || substr(text, 2) WHERE public_id = 'chunk-3-2'`)
    const store = await openSqliteStore({ path })
    await store.maintenance.verify({ repair: true })
    const paths = (await store.listDocuments('notes')).map((document) => document.path)
    expect(paths).toEqual([0, 1, 2, 4, 5, 6, 7].map((number) => `memory/${number}.md`))
    expect((await store.status()).chunks).toBe(35)
    await store.writeDocuments({
      put: [{ document: sampleDocument('memory/3.md'), chunks: [sampleChunk('chunk-3-2', 'harbour')] }],
    })
    expect((await store.findByWords(wordRequest('harbour'))).ids).toHaveLength(1)
    expect(await store.maintenance.verify()).toEqual([])
    await store.close()
  })

  it('takes out damaged vectors, whose texts are pending then', async () => {
    const path = await change(
      'UPDATE vector SET value = zeroblob(96) WHERE id IN (SELECT id FROM vector ORDER BY id LIMIT 3)',
    )
    const store = await openSqliteStore({ path })
    expect(await store.maintenance.verify({ repair: true })).toMatchObject([{ part: 'vectors', count: 3 }])
    expect(await store.pendingTexts(wide, { limit: 9 })).toHaveLength(3)
    expect(await store.maintenance.verify()).toEqual([])
    await store.close()
  })

  it('makes a damaged keyword index anew as documents are cut again, and keeps their vectors', async () => {
    const path = await change(
      'DELETE FROM chunk_words WHERE rowid = 7; DELETE FROM chunk_forms WHERE rowid = 9',
    )
    const store = await openSqliteStore({ path })
    expect(await store.maintenance.verify({ repair: true })).toMatchObject([
      { part: 'keyword-index', count: 2 },
    ])
    const documents = await store.listDocuments('notes')
    expect(documents.map(({ fingerprint }) => fingerprint)).toEqual(documents.map(() => ''))
    expect((await store.status()).spaces[0]?.pending).toBe(0)
    for (const document of documents)
      await store.writeDocuments({ put: [{ document, chunks: [sampleChunk(document.path, 'harbour')] }] })
    expect((await store.findByWords(wordRequest('harbour'))).ids).toHaveLength(documents.length)
    expect(await store.maintenance.verify()).toEqual([])
    await store.close()
  })

  it.each([
    ['rows without an owner', 'PRAGMA foreign_keys = OFF; DELETE FROM document WHERE id = 2'],
    ['a text to embed that is gone', 'DELETE FROM embedding_input WHERE chunk_id = 5 AND position = 1'],
    ['a list that is gone', 'DELETE FROM chunk_word_list WHERE chunk_id = 5'],
    ['a field that is gone', "DELETE FROM document_field WHERE document_id = 3 AND key = 'depth'"],
    ['counts', 'UPDATE keyword_total SET words = words + 1'],
    [
      'a common word',
      "INSERT INTO common_word VALUES ('stem', 'harbour', 3); UPDATE keyword_total SET common_checksum = 1",
    ],
    ['a checksum', 'UPDATE chunk SET checksum = NULL WHERE id = 3'],
  ])('leaves nothing to find: %s', async (_, sql) => {
    const { found, left } = await findThenRepair(await change(sql))
    expect(found).not.toEqual([])
    expect(left).toEqual([])
  })
})
