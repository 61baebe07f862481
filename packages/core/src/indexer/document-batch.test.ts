import { openSqliteStore } from '@recallite/store-sqlite'
import { StoreError, type NewDocument, type Store } from '@recallite/store'
import { expect, it } from 'vitest'
import { createDocumentBatch, createTryWrite } from './document-batch.js'

const cut = (path: string, length: number, id = path) => {
  const marks = { contentHash: '1', fingerprint: '1', stamp: '1', readAt: 0 }
  const span = { startLine: 1, endLine: 1, startColumn: null, endColumn: null }
  const words = { text: [], parts: [], place: [] }
  const chunk = {
    ...span,
    id,
    heading: [],
    text: path,
    tokens: 1,
    words,
    termList: new Uint8Array(),
    inputs: [],
  }
  const document: NewDocument = {
    document: { root: 'notes', path, title: path, metadata: {}, ...marks },
    chunks: [chunk],
  }
  return { document, length }
}

async function filled() {
  const store = await openSqliteStore({ path: ':memory:' })
  await store.putRoot({ name: 'notes', path: '/notes' })
  const writes: number[] = []
  const counted: Store = {
    ...store,
    writeDocuments: (changes, options) => {
      writes.push(changes.put?.length ?? 0)
      return store.writeDocuments(changes, options)
    },
  }
  const paths = async () => (await store.listDocuments('notes')).map(({ path }) => path)
  return { store: counted, writes, paths }
}

it('writes documents together once there are enough', async () => {
  const { store, writes, paths } = await filled()
  const batch = createDocumentBatch({ store, tryWrite: createTryWrite(true), sharesThread: true }, () => {})
  for (const path of ['a', 'b', 'c', 'd']) await batch.add(cut(path, 2_000), 0)
  await batch.add(cut('e', 1), 0)
  expect([writes, await paths()]).toEqual([
    [2, 2],
    ['a', 'b', 'c', 'd'],
  ])
  await batch.write()
  await batch.write()
  expect([writes, await paths()]).toEqual([
    [2, 2, 1],
    ['a', 'b', 'c', 'd', 'e'],
  ])
})

it('writes the documents before one that cannot be written', async () => {
  const { store, paths } = await filled()
  const batch = createDocumentBatch({ store, tryWrite: createTryWrite(true) }, () => {})
  await batch.add(cut('a', 1), 0)
  await batch.add(cut('b', 1), 1)
  await batch.add(cut('c', 1, 'a'), 2)
  await batch.add(cut('d', 1), 3)
  await expect(batch.write()).rejects.toMatchObject({ code: 'STORE_INVALID_DOCUMENT' })
  expect(await paths()).toEqual(['a', 'b'])
})

it('reports documents that were rejected because another process writes', async () => {
  const { store } = await filled()
  const busy = { ...store, writeDocuments: () => Promise.reject(new StoreError('STORE_BUSY', 'Wait.')) }
  const refused: [string, number][] = []
  const tryWrite = createTryWrite(false)
  const batch = createDocumentBatch({ store: busy, tryWrite }, (path, number) => refused.push([path, number]))
  await batch.add(cut('a', 1), 7)
  await batch.add(cut('b', 1), 9)
  await batch.write()
  expect(refused).toEqual([
    ['a', 7],
    ['b', 9],
  ])
})
