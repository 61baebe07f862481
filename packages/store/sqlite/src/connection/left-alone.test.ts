import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { fill, plane, sampleChunk, sampleDocument, wordRequest } from '../__fixtures__/samples.js'
import { applicationId, openConnection } from './connection.js'
import { openSqliteStore, type SqliteStore } from '../open-store.js'
import { openSqliteStoreInThreads } from '../open-store-in-threads.js'
import { isBuilt } from '../threads/__fixtures__/is-built.js'

const harbour = wordRequest('harbour')
const direction = { space: plane, vector: Float32Array.of(1, 0), limit: 9 }

async function filledStore(): Promise<{ path: string; store: SqliteStore }> {
  const path = join(temporaryFolder(), 'memory.sqlite')
  const store = await openSqliteStore({ path })
  await fill(store, [sampleChunk('a', 'harbour')])
  await store.putSpace(plane)
  const [pending] = await store.pendingTexts(plane, { limit: 1 })
  await store.putVectors(plane, [{ key: pending?.key ?? '', vector: Float32Array.of(1, 0) }])
  return { path, store }
}

/** Every file of a folder, with its bytes and the time of the last write. */
function folderOf(path: string) {
  const folder = dirname(path)
  return readdirSync(folder).map((name) => {
    const file = join(folder, name)
    return [name, readFileSync(file).toString('hex'), statSync(file).mtimeMs]
  })
}

/** Reads everything from a scratch copy, then makes every kind of write. */
async function readAndWrite(path: string): Promise<void> {
  const scratch = await openSqliteStore({ path, isScratch: true })
  expect((await scratch.findByWords(harbour)).ids).toEqual(['a'])
  expect((await scratch.findByVector(direction)).map(({ id }) => id)).toEqual(['a'])
  await scratch.writeDocuments({
    put: [{ document: sampleDocument('b.md'), chunks: [sampleChunk('b', 'harbour two')] }],
  })
  expect((await scratch.findByWords(harbour)).ids).toHaveLength(2)
  await scratch.maintenance.dropSpace(plane)
  await scratch.removeRoot('notes')
  await scratch.maintenance.optimise()
  expect((await scratch.status()).chunks).toBe(0)
  await scratch.close()
}

/** Reads everything from a read-only store, and tries to write. */
async function lookAround(path: string): Promise<void> {
  const store = await openSqliteStore({ path, isReadOnly: true })
  expect((await store.findByWords(harbour)).ids).toHaveLength(1)
  expect((await store.vocabulary.chunksWithStems(['harbour'])).get('harbour')).toBe(1)
  expect(await store.status()).toMatchObject({ chunks: 1, keywordIndex: { available: true } })
  expect(await store.maintenance.verify()).toEqual([])
  const put = [{ document: sampleDocument('b.md'), chunks: [sampleChunk('b', 'quay')] }]
  const writes = [
    () => store.putRoot({ name: 'other', path: '/other' }),
    () => store.writeDocuments({ put }),
    () => store.putSpace({ ...plane, model: 'other' }),
    () => store.notes.write('a', 'b'),
    () => store.removeRoot('notes'),
  ]
  for (const write of writes) await expect(write()).rejects.toMatchObject({ code: 'STORE_READ_ONLY' })
  await store.close()
}

/** A file that is marked as ours, without a schema. */
function fileWithoutSchema(): string {
  const path = join(temporaryFolder(), 'memory.sqlite')
  const { database } = openConnection({ path })
  database.pragma(`application_id = ${applicationId}`)
  database.close()
  return path
}

describe.each([
  ['a scratch copy', readAndWrite],
  ['a read-only store', lookAround],
])('%s', (_, work) => {
  it('leaves a closed file and its folder unchanged', async () => {
    const { path, store } = await filledStore()
    await store.close()
    const before = folderOf(path)
    await work(path)
    expect(folderOf(path)).toEqual(before)
    expect(before.map(([name]) => name)).toEqual(['memory.sqlite'])
  })

  it('leaves the log of a crashed writer to the next writer', async () => {
    const { path, store } = await filledStore()
    const crashed = join(temporaryFolder(), 'memory.sqlite')
    for (const ending of ['', '-wal']) cpSync(path + ending, crashed + ending)
    await store.close()
    const files = () => [crashed, `${crashed}-wal`].map((file) => readFileSync(file, 'latin1'))
    const before = files()
    await work(crashed)
    expect(files()).toEqual(before)
  })
})

describe('a read-only store', () => {
  it('reads while another connection writes', async () => {
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

  it('is rejected instead of updated', async () => {
    const path = fileWithoutSchema()
    const before = folderOf(path)
    await expect(openSqliteStore({ path, isReadOnly: true })).rejects.toMatchObject({
      code: 'STORE_TOO_OLD',
      message: expect.stringContaining(path),
    })
    expect(folderOf(path)).toEqual(before)
  })

  it('is not created if missing', async () => {
    const folder = temporaryFolder()
    const missing = openSqliteStore({ path: join(folder, 'none.sqlite'), isReadOnly: true })
    await expect(missing).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    expect(readdirSync(folder)).toEqual([])
  })

  it.skipIf(!isBuilt)('is also read-only in threads', async () => {
    const { path, store } = await filledStore()
    await store.close()
    const before = folderOf(path)
    const inThreads = await openSqliteStoreInThreads({ path, isReadOnly: true })
    expect((await inThreads.findByWords(harbour)).ids).toHaveLength(1)
    await expect(inThreads.notes.write('a', 'b')).rejects.toMatchObject({ code: 'STORE_READ_ONLY' })
    await inThreads.close()
    expect(folderOf(path)).toEqual(before)
  })

  it('has no effect in memory and on scratch copies', async () => {
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

describe('a scratch copy', () => {
  it('of an open file includes its log, and is independent', async () => {
    const { path, store } = await filledStore()
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0)
    const generation = await store.generation()
    await readAndWrite(path)
    expect(await store.generation()).toBe(generation)
    expect((await store.findByWords(harbour)).ids).toHaveLength(1)
    const scratch = await openSqliteStore({ path, isScratch: true })
    await store.removeRoot('notes')
    expect((await scratch.findByWords(harbour)).ids).toHaveLength(1)
    await scratch.close()
    await store.close()
    expect(readdirSync(dirname(path))).toEqual(['memory.sqlite'])
  })

  it('does not release other locks when it is closed', async () => {
    const { path, store } = await filledStore()
    const writer = openConnection({ path }).database
    writer.exec('BEGIN IMMEDIATE')
    await readAndWrite(path)
    const write = store.writeDocuments({ touched: await store.listDocuments('notes') }, { wait: false })
    await expect(write).rejects.toMatchObject({ code: 'STORE_BUSY' })
    writer.exec('ROLLBACK')
    writer.close()
    await store.close()
  })

  it('of a missing or empty file is an empty store, and creates no file', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'empty.sqlite'), '')
    for (const path of [join(folder, 'deep', 'missing.sqlite'), join(folder, 'empty.sqlite')]) {
      const scratch = await openSqliteStore({ path, isScratch: true })
      await fill(scratch, [sampleChunk('a', 'harbour')])
      expect((await scratch.findByWords(harbour)).ids).toHaveLength(1)
      expect(await scratch.status()).toMatchObject({ location: path, bytes: 0 })
      await scratch.close()
    }
    expect(readdirSync(folder)).toEqual(['empty.sqlite'])
    expect(statSync(join(folder, 'empty.sqlite')).size).toBe(0)
    const missing = openSqliteStore({ path: join(folder, 'none.sqlite'), isScratch: true, create: false })
    await expect(missing).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
  })

  it.each(['Hi', '# Notes\n\nHello.\n'.repeat(1000), 'SQLite format 3\0'])(
    'of a file that is not a database is rejected, like opening it read-only: %j',
    async (content) => {
      const path = join(temporaryFolder(), 'memory.sqlite')
      writeFileSync(path, content)
      const before = folderOf(path)
      for (const how of [{ isScratch: true }, { isReadOnly: true }])
        await expect(openSqliteStore({ path, ...how })).rejects.toMatchObject({ code: 'STORE_FOREIGN' })
      expect(folderOf(path)).toEqual(before)
    },
  )
})
