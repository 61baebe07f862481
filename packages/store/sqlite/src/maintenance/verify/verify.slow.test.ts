import { describe, expect, it } from 'vitest'
import { randomNumbers } from '../../__fixtures__/natural-chunks.js'
import { openConnection } from '../../connection/connection.js'
import { openSqliteStore } from '../../open-store.js'
import { vectorIdsOf } from '../../vectors/vector-row.js'
import {
  filledFile,
  findThenRepair,
  flippedCopy,
  placesOf,
  wide,
  writeNotes,
} from './__fixtures__/damaged-copy.js'

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
        documents: [{ root: 'notes', path: 'memory/3.md' }],
      },
    ])
  })
})

/** The id of the first vector. */
const first = vectorIdsOf(1).first

/** How many texts have no vector in a space when the documents are there again. */
async function pendingAfter(path: string, space = wide): Promise<number> {
  const store = await openSqliteStore({ path })
  await writeNotes(store)
  await store.putSpace(space)
  const pending = await store.pendingTexts(space, { limit: 1000 })
  const counted = (await store.status()).spaces.find(({ model }) => model === space.model)
  expect(counted?.pending).toBe(pending.length)
  await store.close()
  return pending.length
}

async function change(sql: string): Promise<string> {
  const path = await filledFile()
  const { database } = openConnection({ path })
  database.exec(sql)
  database.close()
  return path
}

describe('a repair', () => {
  it.each([
    ['a text', "UPDATE chunk SET text = 'X' || substr(text, 2) WHERE public_id = 'chunk-3-2'"],
    ['an index that lacks words', 'DELETE FROM chunk_words WHERE rowid = 7'],
    ['rows without an owner', 'PRAGMA foreign_keys = OFF; DELETE FROM document WHERE id = 2'],
    ['a text to embed that is gone', 'DELETE FROM embedding_input WHERE chunk_id = 5 AND position = 1'],
    ['a list that is gone', 'DELETE FROM chunk_word_list WHERE chunk_id = 5'],
    ['a field that is gone', "DELETE FROM document_field WHERE document_id = 3 AND key = 'depth'"],
    ['a checksum', 'UPDATE chunk SET checksum = NULL WHERE id = 3'],
    ['a version without its seal', "UPDATE schema_version SET seal = ''"],
  ])('keeps the folder and every vector: %s', async (_, sql) => {
    const path = await change(sql)
    const { found, kept, left } = await findThenRepair(path)
    expect(found).not.toEqual([])
    expect([left, kept.roots]).toEqual([[], 1])
    expect(await pendingAfter(path)).toBe(0)
  })

  it.each([
    [
      'overwritten',
      'UPDATE vector SET value = zeroblob(96) WHERE id IN (SELECT id FROM vector ORDER BY id LIMIT 3)',
      3,
    ],
    [
      'swapped',
      `CREATE TEMP TABLE two AS SELECT id, value, checksum FROM vector WHERE id < ${first} + 2;
       UPDATE vector SET (value, checksum) = (SELECT value, checksum FROM two WHERE two.id <> vector.id) WHERE id < ${first} + 2`,
      2,
    ],
    [
      'of another space',
      `INSERT INTO space (provider, model, dimensions, prompt_style, created_at) SELECT provider, 'other', dimensions, prompt_style, 0 FROM space;
       INSERT INTO vector SELECT id + ${first}, 2, text_hash, value, created_at, checksum FROM vector WHERE id < ${first} + 7`,
      0,
    ],
  ])('refuses vectors that were %s', async (_, sql, pending) => {
    const path = await change(sql)
    const { found, left } = await findThenRepair(path)
    expect(found.map(({ part }) => part)).toContain('vectors')
    expect(left).toEqual([])
    expect(await pendingAfter(path)).toBe(pending)
  })

  it('keeps the vectors of a space whose row is gone, for that space alone', async () => {
    const path = await change("UPDATE space SET model = 'unknown'")
    const { found, left } = await findThenRepair(path)
    expect([found[0]?.part, left]).toEqual(['spaces', []])
    expect(await pendingAfter(path, { ...wide, model: 'other' })).toBeGreaterThan(0)
    expect(await pendingAfter(path)).toBe(0)
    expect((await findThenRepair(path)).found).toEqual([])
  })
})
