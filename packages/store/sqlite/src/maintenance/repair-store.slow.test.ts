import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { casesOf, temporaryFolder } from '@recallite/test-kit'
import { randomNumbers } from '../__fixtures__/natural-chunks.js'
import { openConnection } from '../connection/connection.js'
import { openSqliteStore } from '../open-store.js'
import { vectorIdsOf } from '../vectors/vector-row.js'
import {
  filledFile,
  findThenRepair,
  flippedCopy,
  placesOf,
  wide,
  writeNotes,
} from './__fixtures__/damaged-copy.js'
import { headerDamage, repairStore } from './repair-store.js'

const [pageSize, every] = [8192, casesOf(1, 3)]

/** The contents of a repaired store, and the number of pending texts after indexing the documents again. */
async function contentOf(path: string, space = wide) {
  const store = await openSqliteStore({ path, create: false })
  const kept = {
    roots: await store.listRoots(),
    spaces: await store.listSpaces(),
    note: await store.notes.read('a note of some length'),
  }
  await writeNotes(store)
  await store.putSpace(space)
  const pending = (await store.pendingTexts(space, { limit: 1000 })).length
  const left = await store.maintenance.verify()
  await store.close()
  return { kept, left, pending }
}

function damagedCopy(path: string, damage: (bytes: Buffer) => void): string {
  const bytes = readFileSync(path)
  damage(bytes)
  const copy = join(temporaryFolder(), 'memory.sqlite')
  writeFileSync(copy, bytes)
  return copy
}

const flip = (at: number, bit: number) => (bytes: Buffer) => void (bytes[at] = (bytes[at] ?? 0) ^ (1 << bit))

function change(path: string, sql: string): void {
  const { database } = openConnection({ path })
  database.exec(sql)
  database.close()
}

const leaves = (index: string) => `SELECT block AS value FROM ${index}_data WHERE id > 1000`

describe('a flipped bit is found and repaired', () => {
  it.each([
    ['texts', 'SELECT text AS value FROM chunk'],
    ['vectors', 'SELECT value FROM vector'],
    ['hashes of texts', 'SELECT text_hash AS value FROM vector'],
    ['ids of chunks', 'SELECT public_id AS value FROM chunk'],
    ['titles', 'SELECT title AS value FROM document'],
    ['metadata', 'SELECT metadata AS value FROM document'],
    ['fields', 'SELECT text AS value FROM document_field'],
    ['sections', 'SELECT titles AS value FROM chunk_sections'],
    ['lists of words', 'SELECT words AS value FROM chunk_word_list'],
    ['roots', 'SELECT path AS value FROM root UNION SELECT include FROM root'],
    ['spaces', 'SELECT source AS value FROM space UNION ALL SELECT canary FROM space'],
    ['notes', 'SELECT value FROM note UNION SELECT name FROM note'],
    ['the index of words', leaves('chunk_words')],
    ['the index of forms', leaves('chunk_forms')],
  ])('in %s', { timeout: 60_000 }, async (name, sql) => {
    const path = await filledFile()
    const random = randomNumbers(name.length)
    const places = placesOf(path, sql)
    for (let attempt = 0; attempt < casesOf(10, 4); attempt += 1) {
      const { found, repaired, left } = await findThenRepair(flippedCopy(path, places, random))
      expect([attempt, found.length > 0]).toEqual([attempt, true])
      expect([attempt, repaired, left]).toEqual([attempt, found, []])
    }
  })
})

/** The id of the first vector. */
const first = vectorIdsOf(1).first

describe('a change by another program', () => {
  it.each([
    ['a text', "UPDATE chunk SET text = 'X' || substr(text, 2) WHERE public_id = 'chunk-3-2'"],
    ['an index that lacks words', 'DELETE FROM chunk_words WHERE rowid = 7'],
    ['rows without an owner', 'PRAGMA foreign_keys = OFF; DELETE FROM document WHERE id = 2'],
    ['a text to embed that is gone', 'DELETE FROM embedding_input WHERE chunk_id = 5 AND position = 1'],
    ['a field that is gone', "DELETE FROM document_field WHERE document_id = 3 AND key = 'depth'"],
    ['a version without its seal', "UPDATE schema_version SET seal = ''"],
    ['the row of a space, which an index still names', 'UPDATE space SET checksum = checksum + 1'],
    [
      'vectors of another space',
      `INSERT INTO space (provider, model, dimensions, prompt_style, created_at) SELECT provider, 'other', dimensions, prompt_style, 0 FROM space;
       INSERT INTO vector SELECT id + ${first}, 2, text_hash, value, created_at, NULL, checksum FROM vector WHERE id < ${first} + 7`,
    ],
    ['overwritten vectors', `UPDATE vector SET value = zeroblob(96) WHERE id < ${first} + 3`, 3],
    [
      'swapped vectors',
      `CREATE TEMP TABLE two AS SELECT id, value, checksum FROM vector WHERE id < ${first} + 2;
       UPDATE vector SET (value, checksum) = (SELECT value, checksum FROM two WHERE two.id <> vector.id) WHERE id < ${first} + 2`,
      2,
    ],
  ])('loses no root and no correct vector: %s', async (_, sql, pending = 0) => {
    const path = await filledFile()
    change(path, sql)
    const { found, kept, left } = await findThenRepair(path)
    expect(found).not.toEqual([])
    expect([left, kept]).toEqual([[], { roots: 1, vectors: 80 - pending }])
    expect((await contentOf(path)).pending).toBe(pending)
  })
})

describe('repairing a store', () => {
  it('does not change an intact one', async () => {
    const path = await filledFile()
    const before = readFileSync(path)
    expect(await repairStore({ path })).toMatchObject({ damages: [], aside: null })
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('gives vectors new ids: a damaged id may be the last of its space', async () => {
    const path = await filledFile()
    change(
      path,
      'UPDATE vector SET id = (space_id + 1) * 1099511627776 - 1 WHERE id = (SELECT max(id) FROM vector)',
    )
    const damaged = damagedCopy(path, flip(100, 0))
    await repairStore({ path: damaged })
    expect(await contentOf(damaged)).toMatchObject({ left: [], pending: 0 })
  })

  it('keeps roots, all vectors of other pages, and the damaged file, for any lost page', async () => {
    const path = await filledFile()
    const { kept } = await contentOf(path)
    const file = readFileSync(path)
    const vectors = placesOf(path, 'SELECT value FROM vector').map(({ start }) =>
      Math.floor(start / pageSize),
    )
    const [folderPage] = placesOf(path, 'SELECT include AS value FROM root').map(({ start }) =>
      Math.floor(start / pageSize),
    )
    let rebuilt = 0
    for (let page = (folderPage ?? 0) % every; page < file.length / pageSize; page += every) {
      const copy = damagedCopy(path, (bytes) => void bytes.fill(0x5a, page * pageSize, (page + 1) * pageSize))
      const damaged = readFileSync(copy)
      const { aside } = await repairStore({ path: copy })
      if (aside !== null) rebuilt += 1
      expect([page, aside === null || readFileSync(aside).equals(damaged)]).toEqual([page, true])
      const content = await contentOf(copy)
      expect([page, content.left]).toEqual([page, []])
      expect([page, content.kept.roots]).toEqual([page, page === folderPage ? [] : kept.roots])
      expect(content.pending).toBeLessThanOrEqual(vectors.filter((on) => on === page).length)
      expect(lstatSync(copy).mode & 0o777).toBe(aside === null ? lstatSync(path).mode & 0o777 : 0o600)
    }
    expect(rebuilt).toBeGreaterThan(casesOf(20, 6))
  }, 300_000)

  it('keeps them, and every vector, for any flipped bit of the header', async () => {
    const path = await filledFile()
    const { kept } = await contentOf(path)
    const random = randomNumbers(11)
    for (let at = 0; at < 100; at += casesOf(5, 15)) {
      const copy = damagedCopy(path, flip(at + Math.floor(random() * 5), Math.floor(random() * 8)))
      await repairStore({ path: copy })
      expect([at, await contentOf(copy)]).toEqual([at, { kept, left: [], pending: 0 }])
    }
  }, 300_000)

  it('keeps the content of the log', async () => {
    const path = await filledFile()
    const folder = temporaryFolder()
    const copy = join(folder, 'memory.sqlite')
    const store = await openSqliteStore({ path })
    await store.notes.write('late', 'written last')
    const log = readFileSync(`${path}-wal`)
    const file = readFileSync(path)
    await store.close()
    file.fill(0x5a, 0, pageSize)
    writeFileSync(copy, file)
    writeFileSync(`${copy}-wal`, log)
    const { aside } = await repairStore({ path: copy })
    expect(readFileSync(`${aside}-wal`).equals(log)).toBe(true)
    expect(existsSync(`${copy}-wal`)).toBe(false)
    const repaired = await openSqliteStore({ path: copy })
    expect(await repaired.notes.read('late')).toBe('written last')
    await repaired.close()
  })

  it('uses the finished database of a killed repair, and removes other leftovers', async () => {
    const path = await filledFile()
    const whole = await contentOf(path)
    const copy = damagedCopy(path, (bytes) => void bytes.fill(0))
    mkdirSync(`${copy}.repair`)
    writeFileSync(join(`${copy}.repair`, 'ready.sqlite'), readFileSync(path))
    writeFileSync(join(`${copy}.repair`, 'new.sqlite'), 'half')
    const { kept } = await repairStore({ path: copy })
    expect(kept.vectors).toBeGreaterThan(0)
    expect((await contentOf(copy)).kept.spaces).toEqual(whole.kept.spaces)
    expect(existsSync(`${copy}.repair`)).toBe(false)
  })

  it('does not touch the target of a link that is not a database', async () => {
    const folder = temporaryFolder()
    const [precious, link] = [join(folder, 'diary.txt'), join(folder, 'memory.sqlite')]
    writeFileSync(precious, 'Dear diary, this is a text of more than a hundred bytes. '.repeat(4))
    symlinkSync(precious, link)
    await expect(repairStore({ path: link })).rejects.toMatchObject({ code: 'STORE_FOREIGN' })
    expect(readFileSync(precious, 'utf8')).toContain('Dear diary')
    expect(readdirSync(folder).toSorted()).toEqual(['diary.txt', 'memory.sqlite'])
  })

  it('does not write through a link', async () => {
    const path = await filledFile()
    const copy = damagedCopy(path, flip(0, 1))
    const elsewhere = temporaryFolder()
    writeFileSync(join(elsewhere, 'precious'), 'kept')
    symlinkSync(elsewhere, `${copy}.repair`)
    symlinkSync(join(elsewhere, 'precious'), `${copy}.damaged-1`)
    const { aside } = await repairStore({ path: copy })
    expect(aside).toBe(`${copy}.damaged-2`)
    expect(readdirSync(elsewhere)).toEqual(['precious'])
    expect(readFileSync(join(elsewhere, 'precious'), 'utf8')).toBe('kept')
  })

  it('is rejected while another connection has the database open', async () => {
    const path = await filledFile()
    change(path, 'DROP TRIGGER vector_removed')
    const reader = await openSqliteStore({ path })
    await expect(repairStore({ path })).rejects.toMatchObject({
      code: 'STORE_BUSY',
      message: expect.stringContaining('Nothing was changed'),
    })
    await reader.close()
    expect((await repairStore({ path })).aside).toBe(`${path}.damaged-1`)
    expect((await contentOf(path)).left).toEqual([])
  })
})

describe('a database of another program', () => {
  it.each([
    ['with its own mark', 'PRAGMA application_id = 252006675'],
    ['with no mark', 'PRAGMA application_id = 0'],
  ])('is rejected and stays unchanged: %s', async (_, sql) => {
    const path = await filledFile()
    change(path, sql)
    const before = readFileSync(path)
    await expect(repairStore({ path })).rejects.toMatchObject({ code: 'STORE_FOREIGN' })
    expect(() => headerDamage({ path })).toThrow(/another program/)
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readdirSync(dirname(path))).toEqual(['memory.sqlite'])
  })

  it('is repaired if one bit of the application id is flipped', async () => {
    const path = await filledFile()
    const copy = damagedCopy(path, flip(70, 3))
    expect(headerDamage({ path: copy })).toContain('the application id')
    expect((await repairStore({ path: copy })).aside).toBe(`${copy}.damaged-1`)
    expect((await contentOf(copy)).pending).toBe(0)
  })
})
