import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runProcess, temporaryFolder } from '@recallite/test-kit'
import { fill, sampleChunk, sampleDocument, wordRequest } from '../__fixtures__/samples.js'
import { startProcess } from '../__fixtures__/start-process.js'
import { busyTimeout, openConnection } from './connection.js'
import { openSqliteStore } from '../open-store.js'
import { inWriteTransaction } from './transactions.js'

const harbour = wordRequest('harbour')

async function openTwice() {
  const path = join(temporaryFolder(), 'memory.sqlite')
  const store = await openSqliteStore({ path })
  await fill(store, [sampleChunk('a', 'harbour')])
  return { path, store, other: openConnection({ path }).database }
}

describe('two connections to one file', () => {
  it('a write that does not wait leaves the timeout of the next one unchanged', () => {
    const { database } = openConnection({ path: ':memory:' })
    inWriteTransaction(database, () => database.exec('CREATE TABLE x (y)'), { wait: false })
    expect(database.pragma('busy_timeout', { simple: true })).toBe(busyTimeout)
    const fail = () => inWriteTransaction(database, () => database.exec('nonsense'), { wait: false })
    expect(fail).toThrow(/nonsense/)
    expect(database.pragma('busy_timeout', { simple: true })).toBe(busyTimeout)
    database.close()
  })

  it('readers see the old state while a writer is in the middle, and the new one after', async () => {
    const { store, other } = await openTwice()
    other.exec('BEGIN IMMEDIATE')
    other.exec('DELETE FROM document')
    expect((await store.findByWords(harbour)).ids).toHaveLength(1)
    expect((await store.readItems(['a'])).items).toHaveLength(1)
    expect((await store.status()).documents).toBe(1)
    other.exec('COMMIT')
    expect((await store.findByWords(harbour)).ids).toEqual([])
    expect((await store.status()).documents).toBe(0)
    other.close()
    await store.close()
  })
})

const isBuilt = existsSync(join(import.meta.dirname, '../../dist/index.js'))

describe.skipIf(!isBuilt)('several processes', () => {
  it('a write waits for that of another process, and both are stored', async () => {
    const { path, store, other } = await openTwice()
    other.close()
    const { lines } = await startProcess('hold-write-lock.js', path, '300')
    expect(lines()).toEqual(['held'])
    const impatient = store.writeDocuments(
      { put: [{ document: sampleDocument('b.md'), chunks: [] }] },
      { wait: false },
    )
    await expect(impatient).rejects.toMatchObject({ code: 'STORE_BUSY' })
    await store.writeDocuments({ put: [{ document: sampleDocument('b.md'), chunks: [] }] })
    expect((await store.listDocuments('notes')).map(({ path: file }) => file)).toEqual([
      'a.md',
      'b.md',
      'other.md',
    ])
    expect((await store.findByWords(harbour)).ids).toHaveLength(2)
    await store.close()
  })

  it('may create the database together', async () => {
    const path = join(temporaryFolder(), 'memory.sqlite')
    const script = join(import.meta.dirname, '../__fixtures__/open-and-write.js')
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const results = await Promise.all(names.map((name) => runProcess([script, path, name])))
    for (const result of results) expect(result).toEqual({ exitCode: 0, stdout: '', stderr: '' })
    const store = await openSqliteStore({ path })
    const { roots, documents: files } = await store.status()
    expect(new Set(roots.map(({ name }) => name))).toEqual(
      new Set(['notes', 'notes-2', 'notes-3', 'notes-4', 'notes-5', 'notes-6']),
    )
    expect(files).toBe(6)
    await store.close()
  })
})
