import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { sampleChunk, sampleDocument, wordRequest } from '../__fixtures__/samples.js'
import { openConnection, type Connection } from './connection.js'
import { createDocuments } from '../documents/documents.js'
import { describeFullDisk } from './free-room.js'
import { openSqliteStore } from '../open-store.js'
import { createRoots } from '../documents/roots.js'
import { toStoreError } from './sqlite-errors.js'

const large = 'harbour '.repeat(40_000)

/** A connection to a filled store that may grow by this number of pages. */
async function almostFull(pages: number) {
  const path = join(temporaryFolder(), 'memory.sqlite')
  const store = await openSqliteStore({ path })
  await store.putRoot({ name: 'notes', path: '/notes' })
  await store.writeDocuments({
    put: [{ document: sampleDocument('a.md'), chunks: [sampleChunk('a', 'harbour')] }],
  })
  const connection = openConnection({ path })
  const { database } = connection
  const used = Number(database.pragma('page_count', { simple: true }))
  database.pragma(`max_page_count = ${used + pages}`)
  return { path, store, connection }
}

function documentsOf({ database }: Connection) {
  return createDocuments(database, createRoots(database, 'file'), { now: () => 0 })
}

describe('a database that may not grow', () => {
  it('rejects a whole write, still answers, and accepts the write once there is space', async () => {
    const { path, store, connection } = await almostFull(2)
    const documents = documentsOf(connection)
    const chunks = [sampleChunk('b', large)]
    const write = () => documents.write({ put: [{ document: sampleDocument('b.md'), chunks }] })
    expect(write).toThrow(expect.objectContaining({ code: 'SQLITE_FULL' }))
    expect((await store.findByWords(wordRequest('harbour'))).ids).toHaveLength(1)
    expect(await store.maintenance.verify()).toEqual([])
    connection.database.pragma('max_page_count = 1000000')
    write()
    expect((await store.findByWords(wordRequest('harbour'))).ids).toHaveLength(2)
    expect(await store.maintenance.verify()).toEqual([])
    connection.database.close()
    await store.close()
    expect(path).toBeDefined()
  })
})

describe('the error about a full disk', () => {
  it('states the folder, the free space, the needed space and what to do', () => {
    const path = join(temporaryFolder(), 'not', 'there', 'memory.sqlite')
    const { bavail, bsize } = statfsSync(join(path, '../../../..'))
    const cause = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    const error = toStoreError(cause, path, 5_250_000)
    const free = `${Math.trunc((bavail * bsize) / 1e9)}`
    expect(error).toMatchObject({ code: 'STORE_FULL', cause })
    const { message } = error as Error
    expect(message).toContain(`The disk that holds ${path} is full.`)
    expect(message).toMatch(new RegExp(`${free}\\d*\\.\\d MB are free in ${join(path, '../../../..')}`))
    expect(message).toContain('about 5.3 MB are needed. Free some space and run the same command again')
  })

  it('omits what is unknown', () => {
    expect(describeFullDisk(':memory:', 10)).toMatch(/^The disk that holds :memory: is full\. Free/)
  })
})
