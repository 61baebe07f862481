import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { fill, plane, sampleChunk, sampleDocument, wordRequest } from '../__fixtures__/samples.js'
import { applicationId, openConnection } from './connection.js'
import { openSqliteStore } from '../open-store.js'
import { isBuilt } from '../threads/__fixtures__/is-built.js'
import { openSqliteStoreInThreads } from '../open-store-in-threads.js'

async function filledStore() {
  const path = join(temporaryFolder(), 'memory.sqlite')
  const store = await openSqliteStore({ path })
  await fill(store, [sampleChunk('a', 'harbour')])
  return { path, store }
}

function folderOf(path: string) {
  const folder = dirname(path)
  return readdirSync(folder).map((name) => {
    const file = join(folder, name)
    return [name, readFileSync(file).toString('hex'), statSync(file).mtimeMs]
  })
}

/** Reads everything that a store tells, and tries to write. */
async function lookAround(path: string): Promise<void> {
  const store = await openSqliteStore({ path, isReadOnly: true })
  expect((await store.findByWords(wordRequest('harbour'))).ids).toHaveLength(1)
  expect((await store.vocabulary.chunksWithStems(['harbour'])).get('harbour')).toBe(1)
  expect(await store.status()).toMatchObject({ chunks: 1, keywordIndex: { available: true } })
  expect(await store.maintenance.verify()).toEqual([])
  const writes = [
    () => store.putRoot({ name: 'other', path: '/other' }),
    () =>
      store.writeDocuments({
        put: [{ document: sampleDocument('b.md'), chunks: [sampleChunk('b', 'quay')] }],
      }),
    () => store.putSpace(plane),
    () => store.notes.write('a', 'b'),
    () => store.removeRoot('notes'),
  ]
  for (const write of writes) await expect(write()).rejects.toMatchObject({ code: 'STORE_READ_ONLY' })
  await store.close()
}

describe('a store that is only read', () => {
  it('leaves a closed file and its folder as they were', async () => {
    const { path, store } = await filledStore()
    await store.close()
    const before = folderOf(path)
    await lookAround(path)
    expect(folderOf(path)).toEqual(before)
  })

  it('reads what another is writing, who goes on', async () => {
    const { path, store } = await filledStore()
    const reading = await openSqliteStore({ path, isReadOnly: true })
    await lookAround(path)
    await fill(store, [sampleChunk('a', 'quay')])
    expect((await reading.findByWords(wordRequest('quay'))).ids).toHaveLength(1)
    await reading.close()
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0)
    await store.close()
    expect(readdirSync(dirname(path))).toEqual(['memory.sqlite'])
  })

  it('leaves the log of a writer that crashed for the next one to bring in', async () => {
    const { path, store } = await filledStore()
    const crashed = join(temporaryFolder(), 'memory.sqlite')
    for (const ending of ['', '-wal']) cpSync(path + ending, crashed + ending)
    await store.close()
    const files = () => [crashed, `${crashed}-wal`].map((file) => readFileSync(file).toString('hex'))
    const before = files()
    await lookAround(crashed)
    expect(files()).toEqual(before)
  })

  it('is not brought up to date, but refused', async () => {
    const path = join(temporaryFolder(), 'memory.sqlite')
    const { database } = openConnection({ path })
    database.pragma(`application_id = ${applicationId}`)
    database.close()
    const before = folderOf(path)
    await expect(openSqliteStore({ path, isReadOnly: true })).rejects.toMatchObject({
      code: 'STORE_TOO_OLD',
      message: expect.stringContaining(path),
    })
    expect(folderOf(path)).toEqual(before)
    await (await openSqliteStore({ path })).close()
    await (await openSqliteStore({ path, isReadOnly: true })).close()
  })

  it('is not made where it is not there', async () => {
    const folder = temporaryFolder()
    const missing = openSqliteStore({ path: join(folder, 'none.sqlite'), isReadOnly: true })
    await expect(missing).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    writeFileSync(join(folder, 'text'), 'Dear diary, no database')
    const foreign = openSqliteStore({ path: join(folder, 'text'), isReadOnly: true })
    await expect(foreign).rejects.toMatchObject({ code: 'STORE_CORRUPT' })
    expect(readdirSync(folder)).toEqual(['text'])
  })

  it.skipIf(!isBuilt)('is only read in threads as well', async () => {
    const { path, store } = await filledStore()
    await store.close()
    const before = folderOf(path)
    const inThreads = await openSqliteStoreInThreads({ path, isReadOnly: true })
    expect((await inThreads.findByWords(wordRequest('harbour'))).ids).toHaveLength(1)
    await expect(inThreads.notes.write('a', 'b')).rejects.toMatchObject({ code: 'STORE_READ_ONLY' })
    await inThreads.close()
    expect(folderOf(path)).toEqual(before)
  })

  it('is one in memory as any other, and a scratch copy is a copy', async () => {
    const { path, store } = await filledStore()
    for (const options of [{ path: ':memory:' }, { path, isScratch: true }]) {
      const other = await openSqliteStore({ ...options, isReadOnly: true })
      await other.notes.write('a', 'b')
      expect(await other.notes.read('a')).toBe('b')
      await other.close()
    }
    await store.close()
  })
})
