import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { StoreError } from '@recallite/store'
import { temporaryFolder } from '@recallite/test-kit'
import { fill, sampleChunk, wordRequest } from '../__fixtures__/samples.js'
import { openConnection } from '../connection/connection.js'
import { openSqliteStore } from '../open-store.js'
import { openSqliteRecords, repairRecords } from '../records/index.js'
import { repairStore } from './repair-store.js'

function temporaryDatabase(): string {
  return join(temporaryFolder(), 'memory.sqlite')
}

/** Reproducible pseudo-random bytes. */
function noise(length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 64) }, (_, number) =>
    createHash('sha512').update(String(number)).digest(),
  )
  return Buffer.concat(blocks).subarray(0, length)
}

async function goodDatabase(): Promise<Buffer> {
  const path = temporaryDatabase()
  const store = await openSqliteStore({ path })
  await fill(
    store,
    Array.from({ length: 50 }, (_, number) => sampleChunk(`c${number}`, `harbour ${number} `.repeat(100))),
  )
  await store.close()
  return readFileSync(path)
}

async function useEverything(path: string): Promise<void> {
  const store = await openSqliteStore({ path })
  try {
    await fill(store, [sampleChunk('c1', 'quay')])
    await store.findByWords(wordRequest('harbour'))
    await store.readItems(['c1', 'c20'])
    await store.removeRoot('notes')
    await store.maintenance.optimise()
  } finally {
    await store.close()
  }
}

function errorCode(error: unknown): string {
  return StoreError.isInstance(error) ? error.code : String(error)
}

const corrupt = {
  code: 'STORE_CORRUPT',
  message: expect.stringMatching(/damaged or not a SQLite database.*recallite doctor --repair/),
}

describe('a file that is not a database', () => {
  const contents = {
    'a text': Buffer.from('# Notes\n\nHello.\n'.repeat(1000)),
    'a short text': Buffer.from('Hi'),
    noise: noise(100_000),
    'noise after a SQLite header': Buffer.concat([Buffer.from('SQLite format 3\0'), noise(50_000)]),
  }

  it.each(Object.entries(contents))('is rejected and stays unchanged: %s', async (_, content) => {
    const path = temporaryDatabase()
    writeFileSync(path, content)
    const refusal = { code: 'STORE_FOREIGN', message: expect.not.stringContaining('--repair') }
    await expect(openSqliteStore({ path })).rejects.toMatchObject(refusal)
    await expect(repairStore({ path })).rejects.toMatchObject(refusal)
    await expect(openSqliteRecords({ path })).rejects.toMatchObject({ code: 'RECORDS_FOREIGN' })
    await expect(repairRecords({ path })).rejects.toMatchObject({ code: 'RECORDS_FOREIGN' })
    expect(readFileSync(path).equals(content)).toBe(true)
    expect(readdirSync(dirname(path))).toEqual(['memory.sqlite'])
  })
})

describe('a damaged database', () => {
  it('is rejected if it is truncated anywhere', async () => {
    const good = await goodDatabase()
    for (const part of [0.0005, 0.01, 0.1, 0.5, 0.9]) {
      const path = temporaryDatabase()
      writeFileSync(path, good.subarray(0, Math.floor(good.length * part)))
      await expect(openSqliteStore({ path })).rejects.toMatchObject(corrupt)
    }
  })

  it('fails only with store errors, for noise on any page', async () => {
    const good = await goodDatabase()
    const pageSize = 8192
    const outcomes = new Set<string>()
    for (let page = 1; page < good.length / pageSize; page += 1) {
      const path = temporaryDatabase()
      const bad = Buffer.from(good)
      noise(pageSize).copy(bad, page * pageSize)
      writeFileSync(path, bad)
      outcomes.add(await useEverything(path).then(() => 'no error', errorCode))
    }
    expect(outcomes).toEqual(new Set(['STORE_CORRUPT', 'no error']))
  })
})

describe('a database of another program', () => {
  const makers = {
    'with a table': 'CREATE TABLE bookmark (url)',
    'with a mark': 'PRAGMA application_id = 252006675; CREATE TABLE bookmark (url)',
    'with a mark and no table': 'PRAGMA application_id = 252006675',
  }

  it.each(Object.entries(makers))('is rejected and stays unchanged: %s', async (_, sql) => {
    const path = temporaryDatabase()
    const { database } = openConnection({ path })
    database.exec(sql)
    database.close()
    const before = readFileSync(path)
    await expect(openSqliteStore({ path })).rejects.toMatchObject({
      code: 'STORE_FOREIGN',
      message: expect.stringContaining('was not changed'),
    })
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('keeps its log, which closing a writing connection would move into the file', async () => {
    const path = temporaryDatabase()
    const { database } = openConnection({ path })
    database.exec('CREATE TABLE bookmark (url); INSERT INTO bookmark VALUES (zeroblob(40000))')
    const copy = temporaryDatabase()
    for (const suffix of ['', '-wal']) copyFileSync(path + suffix, copy + suffix)
    database.close()
    const bytes = () =>
      ['', '-wal'].map((suffix) =>
        createHash('md5')
          .update(readFileSync(copy + suffix))
          .digest('hex'),
      )
    const before = bytes()
    await expect(openSqliteStore({ path: copy })).rejects.toMatchObject({ code: 'STORE_FOREIGN' })
    await expect(repairStore({ path: copy })).rejects.toMatchObject({ code: 'STORE_FOREIGN' })
    await expect(openSqliteRecords({ path: copy })).rejects.toMatchObject({ code: 'RECORDS_FOREIGN' })
    expect(bytes()).toEqual(before)
  })
})
