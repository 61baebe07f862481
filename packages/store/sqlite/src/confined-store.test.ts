import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { confineStore } from '@recallite/store'
import { temporaryFolder } from '@recallite/test-kit'
import { isBuilt } from './threads/__fixtures__/is-built.js'
import { plane, sampleChunk, wordRequest } from './__fixtures__/samples.js'
import { openConnection } from './connection/connection.js'
import { openSqliteStore, type SqliteStore } from './open-store.js'
import { openSqliteStoreInThreads } from './open-store-in-threads.js'

const folder = '/home/user/project'

/** Paths of roots that a hostile database may contain; the first two are in the folder. */
const paths = {
  project: folder,
  inner: `${folder}/notes`,
  home: '/home/user',
  sibling: '/home/user/project-2',
  up: `${folder}/../private`,
  relative: 'notes',
  top: '/',
}

const document = (root: string) => ({
  root,
  path: 'a.md',
  title: `of ${root}`,
  metadata: {},
  contentHash: 'h',
  fingerprint: 'r',
  stamp: 's',
  readAt: 1,
})

/** A database with a document in every root, written by an unconfined store. */
const hidden = { path: 'b.md', metadata: { abbreviations: { HQ: 'head quarters' } } }

async function hostileDatabase(): Promise<string> {
  const path = join(temporaryFolder(), 'memory.sqlite')
  const store = await openSqliteStore({ path })
  await store.putSpace(plane)
  for (const [name, rootPath] of Object.entries(paths)) {
    await store.putRoot({ name, path: rootPath })
    await store.writeDocuments({
      put: [{ document: document(name), chunks: [sampleChunk(name, `harbour of ${name}`)] }],
    })
  }
  const texts = await store.pendingTexts(plane, { limit: 100 })
  await store.putVectors(
    plane,
    texts.map(({ key }) => ({ key, vector: new Float32Array([1, 0]) })),
  )
  await store.writeDocuments({
    put: [{ document: { ...document('home'), ...hidden }, chunks: [sampleChunk('later', 'unembedded')] }],
  })
  await store.close()
  return path
}

const ways: readonly (readonly [string, (path: string) => Promise<SqliteStore>, boolean])[] = [
  ['one thread', (path) => openSqliteStore({ path, within: folder }), false],
  ['two threads', (path) => openSqliteStoreInThreads({ path, within: folder }), !isBuilt],
]

it('has no unknown members', async () => {
  const store = await openSqliteStore({ path: ':memory:' })
  const maintenance = { ...store.maintenance, listEverything: async () => [] }
  const more = {
    ...store,
    maintenance,
    listEverything: async () => [],
    thread: { run: async () => 1 as never },
  }
  const confined = confineStore(more, folder)
  expect(confined.thread).toBeUndefined()
  expect(Object.keys(confined)).not.toContain('listEverything')
  expect(Object.keys(confined.maintenance ?? {})).toEqual(
    expect.arrayContaining(Object.keys(store.maintenance)),
  )
  expect(Object.keys(confined.maintenance ?? {})).not.toContain('listEverything')
  await store.close()
})

describe.each(ways)('a store that is confined to a folder, in %s', (_, open, isSkipped) => {
  it.skipIf(isSkipped)('has only the roots in the folder, in every call', async () => {
    const store = await open(await hostileDatabase())
    expect(store.within).toBe(folder)
    expect((await store.listRoots()).map(({ name }) => name)).toEqual(['inner', 'project'])
    const status = await store.status()
    expect(status).toMatchObject({ documents: 2, chunks: 2 })
    expect(status.roots.map(({ name }) => name)).toEqual(['inner', 'project'])
    expect(status.spaces).toMatchObject([{ pending: 0 }])

    const byWords = (await store.findByWords({ ...wordRequest('harbour'), limit: 2 })).ids
    expect(byWords.toSorted()).toEqual(['inner', 'project'])
    const named = { kind: 'root', names: ['home', 'inner'] } as const
    const narrowed = (await store.findByWords({ ...wordRequest('harbour'), filter: named })).ids
    expect(narrowed).toEqual(['inner'])
    const excluded = { kind: 'not', filter: { kind: 'root', names: ['inner'] } } as const
    const others = (await store.findByWords({ ...wordRequest('harbour'), filter: excluded })).ids
    expect(others).toEqual(['project'])
    const ask = { space: plane, vector: new Float32Array([1, 0]), limit: 2 }
    expect((await store.findByVector(ask)).map(({ id }) => id).toSorted()).toEqual(['inner', 'project'])

    const { items, damaged } = await store.readItems(Object.keys(paths))
    expect(items.map(({ locator }) => locator.root).toSorted()).toEqual(['inner', 'project'])
    expect(damaged).toEqual([])
    expect(await store.pendingTexts(plane, { limit: 1 })).toEqual([])
    expect(await store.vocabulary.formsWithPrefixes(['unemb'])).toEqual([])
    expect(await store.vocabulary.formsContaining(['nemb'])).toEqual([])
    expect(await store.vocabulary.otherForms(['HQ'])).toEqual([])
    await store.close()
  })

  it.skipIf(isSkipped)('does not reveal damaged documents of other roots', async () => {
    const path = await hostileDatabase()
    const { database } = openConnection({ path })
    database.exec("UPDATE chunk SET text = 'other'")
    database.close()
    const store = await open(path)
    expect(await store.readItems(['inner', 'home'])).toEqual({
      items: [],
      damaged: [
        { id: 'inner', document: { root: 'inner', path: 'a.md' } },
        { id: 'home', document: null },
      ],
    })
    await store.close()
  })

  it.skipIf(isSkipped)('rejects the names and paths of other roots', async () => {
    const path = await hostileDatabase()
    const store = await open(path)
    const unknown = { code: 'STORE_UNKNOWN_ROOT' }
    for (const name of ['home', 'sibling', 'up', 'relative', 'top']) {
      const address = { root: name, path: 'a.md' }
      await expect(store.listDocuments(name)).rejects.toMatchObject(unknown)
      await expect(store.removeRoot(name)).rejects.toMatchObject(unknown)
      await expect(store.writeDocuments({ removed: [address] })).rejects.toMatchObject(unknown)
      await expect(
        store.writeDocuments({ put: [{ document: document(name), chunks: [] }] }),
      ).rejects.toMatchObject(unknown)
      await expect(
        store.writeDocuments({ touched: [{ ...address, stamp: 's', readAt: 2 }] }),
      ).rejects.toMatchObject(unknown)
      await expect(store.putRoot({ name, path: `${folder}/new` })).rejects.toMatchObject({
        code: 'STORE_ROOT_EXISTS',
      })
    }
    const outside = { code: 'STORE_OUTSIDE', message: expect.stringContaining(`recallite trust ${folder}`) }
    await expect(store.putRoot({ name: 'more', path: '/home/user/more' })).rejects.toMatchObject(outside)
    await expect(store.putRoot({ name: 'inner', path: '/home/user' })).rejects.toMatchObject(outside)
    await store.putRoot({ name: 'more', path: `${folder}/more` })
    await store.close()
    const whole = await openSqliteStore({ path })
    expect(await whole.listRoots()).toHaveLength(Object.keys(paths).length + 1)
    await whole.close()
  })
})
