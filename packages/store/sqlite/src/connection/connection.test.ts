import { chmodSync, copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { fill, plane, sampleChunk, wordRequest } from '../__fixtures__/samples.js'
import { applicationId, bundledExtension, openConnection } from './connection.js'
import { openSqliteStore } from '../open-store.js'

function temporaryDatabase(): string {
  return join(temporaryFolder(), 'made', 'for', 'it', 'memory.sqlite')
}

function modeOf(path: string): number {
  return statSync(path).mode & 0o777
}

describe('the connection policy', () => {
  const policy = {
    journal_mode: 'wal',
    page_size: 8192,
    synchronous: 1,
    busy_timeout: 5000,
    foreign_keys: 1,
    trusted_schema: 0,
    wal_autocheckpoint: 512,
    journal_size_limit: 4 * 1024 * 1024,
    secure_delete: 1,
    temp_store: 2,
    mmap_size: 0,
  }

  it.each(Object.entries(policy))('sets %s to %s, in a new and in an existing file', (name, value) => {
    const path = temporaryDatabase()
    for (const round of ['new', 'old']) {
      const { database } = openConnection({ path })
      expect([round, database.pragma(name, { simple: true })]).toEqual([round, value])
      database.exec('CREATE TABLE IF NOT EXISTS filler (x)')
      database.pragma(`application_id = ${applicationId}`)
      database.close()
    }
  })

  it('marks the file as ours', async () => {
    const path = temporaryDatabase()
    await (await openSqliteStore({ path })).close()
    const { database } = openConnection({ path })
    expect(database.pragma('application_id', { simple: true })).toBe(applicationId)
    expect(Buffer.from(applicationId.toString(16), 'hex').toString()).toBe('RCLT')
    database.close()
  })

  it('creates the file, its log and its folders for their owner only', async () => {
    const path = temporaryDatabase()
    const store = await openSqliteStore({ path })
    await fill(store, [sampleChunk('a', 'text')])
    for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(modeOf(file)).toBe(0o600)
    for (const folder of [join(path, '..'), join(path, '..', '..')]) expect(modeOf(folder)).toBe(0o700)
    await store.close()
  })

  it('does not change the mode of an existing file', async () => {
    const path = join(temporaryFolder(), 'memory.sqlite')
    writeFileSync(path, '')
    chmodSync(path, 0o640)
    await (await openSqliteStore({ path })).close()
    expect(modeOf(path)).toBe(0o640)
  })

  it('creates no file if not allowed', async () => {
    const path = temporaryDatabase()
    await expect(openSqliteStore({ path, create: false })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining(path),
    })
    expect(statSync(join(path, '..'), { throwIfNoEntry: false })).toBeUndefined()
  })

  it('reports a path that cannot be a database', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'file')
    writeFileSync(file, 'text')
    mkdirSync(join(folder, 'folder'))
    for (const path of [join(folder, 'folder'), join(file, 'x.sqlite'), join(file, 'deeper', 'x.sqlite')]) {
      await expect(openSqliteStore({ path })).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    }
  })
})

describe('without sqlite-vec', () => {
  const missing: Readonly<Record<string, readonly [extension: string | false, reason: RegExp]>> = {
    'a missing file': ['/nowhere/vec0', /did not load.*vec0/],
    'a file that is not an extension': [fileURLToPath(import.meta.url), /did not load.*connection\.test/],
    'vector search turned off': [false, /switched off by configuration/],
  }

  it.each(Object.entries(missing))('A26: the rest works: %s', async (_, [vectorExtension, reason]) => {
    const store = await openSqliteStore({ path: ':memory:', vectorExtension })
    await fill(store, [sampleChunk('a', 'harbour')])
    expect((await store.findByWords(wordRequest('harbour'))).ids).toHaveLength(1)
    await store.putSpace(plane)
    const [pending] = await store.pendingTexts(plane, { limit: 1 })
    const vector = Float32Array.of(1, 0)
    await store.putVectors(plane, [{ key: pending?.key ?? '', vector }])

    const { vectorSearch, spaces } = await store.status()
    expect(spaces).toMatchObject([{ ...plane, vectors: 1, pending: 0 }])
    expect(vectorSearch).toMatchObject({ available: false, version: null })
    expect(vectorSearch.reason).toMatch(reason)
    const refusal = { code: 'STORE_NO_VECTOR_SEARCH', message: vectorSearch.reason }
    await expect(store.findByVector({ space: plane, vector, limit: 1 })).rejects.toMatchObject(refusal)
    await expect(store.scoreByVector({ space: plane, vector, ids: ['a'] })).rejects.toMatchObject(refusal)
    await store.close()
  })

  it('is loaded at first use', () => {
    const { database, vectorSearch } = openConnection({ path: ':memory:' })
    const version = () => database.prepare<{ version: string }>('SELECT vec_version() AS version').get()
    expect(version).toThrow('no such function')
    expect(vectorSearch()).toMatchObject({ available: true, version: version()?.version })
    database.close()
  })

  it('another build of it is loaded from a path relative to the working folder', async () => {
    const copy = join(temporaryFolder(), basename(bundledExtension()))
    copyFileSync(bundledExtension(), copy)
    for (const vectorExtension of [copy, relative('.', copy)]) {
      const store = await openSqliteStore({ path: ':memory:', vectorExtension })
      expect((await store.status()).vectorSearch).toMatchObject({ available: true, reason: null })
      await store.close()
    }
  })

  it('vectors are found once it is available', async () => {
    const path = temporaryDatabase()
    const blind = await openSqliteStore({ path, vectorExtension: false })
    await fill(blind, [sampleChunk('a', 'harbour')])
    await blind.putSpace(plane)
    const [pending] = await blind.pendingTexts(plane, { limit: 1 })
    await blind.putVectors(plane, [{ key: pending?.key ?? '', vector: Float32Array.of(3, 4) }])
    await blind.close()
    const store = await openSqliteStore({ path })
    expect((await store.status()).vectorSearch).toMatchObject({ available: true, reason: null })
    const [hit] = await store.findByVector({ space: plane, vector: Float32Array.of(1, 0), limit: 1 })
    expect(hit?.score).toBeCloseTo(3 / 5, 6)
    await store.close()
  })
})
