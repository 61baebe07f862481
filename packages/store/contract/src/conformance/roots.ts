import assert from 'node:assert/strict'
import { rejectsWith, type Check } from './check.js'
import { fill, findIds, sampleDocument, word } from './samples.js'

/** Names of roots, and what goes with a root. */
export const rootCases: readonly Check[] = [
  {
    name: 'a new store has no roots',
    check: async (store) => assert.deepEqual(await store.listRoots(), []),
  },
  {
    name: 'a root keeps its name and path',
    async check(store) {
      const root = { name: 'Zoë’s "notes"', path: '/home/zoë/notes' }
      assert.deepEqual(await store.addRoot(root), root)
      assert.deepEqual(await store.listRoots(), [root])
    },
  },
  {
    name: 'a root keeps what it holds and which of its files are documents, and tells only what is not as usual',
    async check(store) {
      const sessions = {
        name: 'sessions',
        path: '/a',
        kind: 'sessions',
        include: ['*.jsonl', '"ä" b/**'],
      } as const
      assert.deepEqual(await store.addRoot(sessions), sessions)
      assert.deepEqual(await store.addRoot({ name: 'other', path: '/a' }), sessions)
      const usual = { name: 'usual', path: '/b' }
      assert.deepEqual(await store.addRoot({ ...usual, kind: 'folder', include: [] }), usual)
      assert.deepEqual(await store.listRoots(), [sessions, usual])
      assert.deepEqual((await store.status()).roots, [
        { ...sessions, files: 0, chunks: 0 },
        { ...usual, files: 0, chunks: 0 },
      ])
    },
  },
  {
    name: 'an updated root is as it was given, with the documents it had',
    async check(store) {
      await fill(store, { a: 'harbour' })
      for (const root of [
        { name: 'notes', path: '/home/notes', include: ['MEMORY.md'] },
        { name: 'notes', path: '/home/moved', kind: 'sessions' },
        { name: 'notes', path: '/home/notes' },
      ] as const) {
        await store.updateRoot(root)
        assert.deepEqual(await store.listRoots(), [root])
      }
      assert.deepEqual(await findIds(store, word('harbour')), ['a'])
      assert.equal((await store.listDocuments('notes')).length, 1)
    },
  },
  {
    name: 'roots with one name get distinct names, numbered from 2',
    async check(store) {
      const add = (path: string, name: string) => store.addRoot({ path, name })
      const added = [await add('/a', 'notes'), await add('/b', 'notes'), await add('/c', 'notes')]
      assert.deepEqual(
        added.map(({ name }) => name),
        ['notes', 'notes-2', 'notes-3'],
      )
      assert.equal((await add('/d', 'notes-2')).name, 'notes-2-2')
      assert.equal((await store.listRoots()).length, 4)
    },
  },
  {
    name: 'a name never has a colon and is never empty',
    async check(store) {
      for (const [number, name] of ['a:b:c', ':', '', ' '].entries()) {
        const root = await store.addRoot({ name, path: `/${number}` })
        assert.match(root.name, /^[^:]*\S[^:]*$/u)
      }
      assert.equal(new Set((await store.listRoots()).map(({ name }) => name)).size, 4)
    },
  },
  {
    name: 'the same path is the same root, whatever name is wanted',
    async check(store) {
      const first = await store.addRoot({ name: 'notes', path: '/home/notes' })
      assert.deepEqual(await store.addRoot({ name: 'notes', path: '/home/notes' }), first)
      assert.deepEqual(await store.addRoot({ name: 'other', path: '/home/notes' }), first)
      assert.deepEqual(await store.listRoots(), [first])
    },
  },
  {
    name: 'removing a root removes its documents, chunks and hits, and no others',
    async check(store) {
      await fill(store, { a: 'harbour lights' }, 'north')
      await fill(store, { b: 'harbour walls' }, 'south')
      await store.removeRoot('north')
      assert.deepEqual(
        (await store.listRoots()).map(({ name }) => name),
        ['south'],
      )
      assert.deepEqual(await findIds(store, word('harbour')), ['b'])
      assert.deepEqual(
        (await store.readChunks(['a', 'b'])).map(({ id }) => id),
        ['b'],
      )
      const { files, chunks } = await store.status()
      assert.deepEqual({ files, chunks }, { files: 1, chunks: 1 })
    },
  },
  {
    name: 'a removed root can be added again, and is empty then',
    async check(store) {
      await fill(store, { a: 'harbour' })
      await store.removeRoot('notes')
      assert.equal((await store.addRoot({ name: 'notes', path: '/home/notes' })).name, 'notes')
      assert.deepEqual(await store.listDocuments('notes'), [])
      await fill(store, { a: 'harbour' })
      assert.deepEqual(await findIds(store, word('harbour')), ['a'])
    },
  },
  {
    name: 'a root that is not there is refused by name',
    async check(store) {
      const document = sampleDocument('a.md', { root: 'nowhere' })
      await rejectsWith('STORE_UNKNOWN_ROOT', store.listDocuments('nowhere'))
      await rejectsWith('STORE_UNKNOWN_ROOT', store.removeRoot('nowhere'))
      await rejectsWith('STORE_UNKNOWN_ROOT', store.updateRoot({ name: 'nowhere', path: '/nowhere' }))
      await rejectsWith('STORE_UNKNOWN_ROOT', store.replaceDocument(document, []))
      await rejectsWith('STORE_UNKNOWN_ROOT', store.touchDocuments([document]))
      await rejectsWith('STORE_UNKNOWN_ROOT', store.removeDocuments([document]))
      await assert.rejects(store.listDocuments('nowhere'), /nowhere/)
    },
  },
]
