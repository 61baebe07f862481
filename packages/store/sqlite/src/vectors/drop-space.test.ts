import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { wordRequest } from '../__fixtures__/samples.js'
import { bytesOnDisk, large, small, textCount, twoSpaces } from '../__fixtures__/two-spaces.js'
import { openConnection } from '../connection/connection.js'
import type { SqliteStore } from '../open-store.js'

const largeBytes = textCount * large.dimensions * 4

async function answers(store: SqliteStore) {
  return [
    (await store.findByWords(wordRequest('harbour'))).ids,
    await store.findByVector({ space: small, vector: new Float32Array(8).fill(1), limit: 20 }),
    await store.vocabulary.formsWithPrefixes(['harb', '1']),
    await store.listDocuments('notes'),
  ]
}

function expectSound(path: string): void {
  const { database } = openConnection({ path })
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(database.pragma('foreign_key_check')).toEqual([])
  database.exec("INSERT INTO chunk_words (chunk_words, rank) VALUES ('integrity-check', 1)")
  database.close()
}

describe('dropping a space', () => {
  it('makes the file smaller by its vectors at once, the log included', async () => {
    const { path, store } = await twoSpaces()
    const { spaces, bytes } = await store.status()
    expect(spaces.map((space) => space.bytes)).toEqual([largeBytes, textCount * small.dimensions * 4])
    expect(bytes).toBe(bytesOnDisk(path))
    const sizeBefore = bytesOnDisk(path)
    const before = await answers(store)
    await store.maintenance.dropSpace(large)
    expect(bytesOnDisk(path)).toBeLessThan(sizeBefore - largeBytes)
    expect(statSync(`${path}-wal`).size).toBe(0)
    expect((await store.status()).bytes).toBe(bytesOnDisk(path))
    expect(await answers(store)).toEqual(before)
    await store.close()
    expect(bytesOnDisk(path)).toBeLessThan(sizeBefore - largeBytes)
    expectSound(path)
  })

  it('does not wait for readers: optimise frees the bytes later', async () => {
    const { path, store } = await twoSpaces()
    const reader = openConnection({ path }).database
    reader.exec('BEGIN')
    const vectors = reader.prepare('SELECT count(*) AS rows FROM vector')
    expect(vectors.get()).toEqual({ rows: 2 * textCount })
    const sizeBefore = bytesOnDisk(path)
    const before = await answers(store)
    await store.maintenance.dropSpace(large)
    await store.maintenance.optimise()
    expect(await answers(store)).toEqual(before)
    expect(vectors.get()).toEqual({ rows: 2 * textCount })
    expect(bytesOnDisk(path)).toBeGreaterThan(largeBytes)
    reader.exec('COMMIT')
    expect(vectors.get()).toEqual({ rows: textCount })
    await store.maintenance.optimise()
    expect(bytesOnDisk(path)).toBeLessThan(sizeBefore - largeBytes)
    expect(await answers(store)).toEqual(before)
    reader.close()
    await store.close()
    expectSound(path)
  })

  it('is not blocked by idle connections', async () => {
    const { path, store } = await twoSpaces()
    const idle = openConnection({ path }).database
    idle.prepare('SELECT count(*) FROM vector').get()
    const sizeBefore = bytesOnDisk(path)
    await store.maintenance.dropSpace(large)
    expect(bytesOnDisk(path)).toBeLessThan(sizeBefore - largeBytes)
    expect(idle.prepare('SELECT count(*) AS rows FROM vector').get()).toEqual({ rows: textCount })
    idle.close()
    await store.close()
  })
})

describe('tidying up', () => {
  it('frees the space of removed documents', async () => {
    const { path, store } = await twoSpaces()
    await store.maintenance.optimise()
    const sizeBefore = bytesOnDisk(path)
    await store.removeRoot('notes')
    await store.maintenance.dropSpace(large)
    await store.maintenance.dropSpace(small)
    await store.maintenance.optimise()
    expect(bytesOnDisk(path)).toBeLessThan(sizeBefore / 4)
    await store.close()
  })
})
