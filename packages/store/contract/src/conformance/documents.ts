import assert from 'node:assert/strict'
import type { Store } from '../store.js'
import { ask, fill, finds, put, rejectsWith, sampleChunk, sampleDocument } from './samples.js'
import { type Cases } from './samples.js'

/** Everything that a store answers about chunks a and b. */
async function answers(store: Store) {
  const found = await store.findByWords({ query: ask.any('harbour', 'lights', 'walls'), limit: 10 })
  const { roots, files, chunks } = await store.status()
  const rows = [await store.listDocuments('notes'), await store.readChunks(['a', 'b', 'c'])]
  return [rows, (await store.readTermLists(['a', 'b', 'c'])).length, found.toSorted(), roots, files, chunks]
}

async function pathsOf(store: Store, root: string): Promise<string[]> {
  return (await store.listDocuments(root)).map(({ path }) => path)
}

const rootCases: Cases = {
  'a root comes back as it was given, without what is usual; the same path is the same root': async (
    store,
  ) => {
    assert.deepEqual(await store.listRoots(), [])
    const include = ['*.jsonl', '"ä" b/**']
    const sessions = { name: 'Zoë’s "notes"', path: '/home/zoë/notes', kind: 'sessions', include } as const
    const usual = { name: 'usual', path: '/b' }
    assert.deepEqual(await store.addRoot(sessions), sessions)
    assert.deepEqual(await store.addRoot({ name: 'other', path: sessions.path }), sessions)
    assert.deepEqual(await store.addRoot({ ...usual, kind: 'folder', include: [] }), usual)
    assert.deepEqual(await store.addRoot(usual), usual)
    assert.deepEqual(await store.listRoots(), [sessions, usual])
    const { roots } = await store.status()
    assert.deepEqual(
      roots,
      [sessions, usual].map((root) => ({ ...root, files: 0, chunks: 0 })),
    )
  },
  'an updated root is as it was given, with the documents it had': async (store) => {
    await fill(store, { a: 'harbour' })
    for (const root of [
      { name: 'notes', path: '/home/notes', include: ['MEMORY.md'] },
      { name: 'notes', path: '/home/moved', kind: 'sessions' },
      { name: 'notes', path: '/home/notes' },
    ] as const) {
      await store.updateRoot(root)
      assert.deepEqual(await store.listRoots(), [root])
    }
    await finds(store, ask.word('harbour'), 'a')
    assert.deepEqual(await pathsOf(store, 'notes'), ['all.md'])
  },
  'roots with one name are numbered from 2, and no name is empty or has a colon': async (store) => {
    const added: string[] = []
    for (const name of ['notes', 'notes', 'notes', 'notes-2', 'a:b:c', ':', '', ' ']) {
      added.push((await store.addRoot({ name, path: `/${added.length}` })).name)
    }
    assert.deepEqual(added.slice(0, 4), ['notes', 'notes-2', 'notes-3', 'notes-2-2'])
    for (const name of added) assert.match(name, /^[^:]*\S[^:]*$/u)
    assert.equal(new Set((await store.listRoots()).map(({ name }) => name)).size, added.length)
  },
  'a root that is not there is refused by name': async (store) => {
    const document = sampleDocument('a.md', { root: 'nowhere' })
    await rejectsWith(
      'STORE_UNKNOWN_ROOT',
      store.listDocuments('nowhere'),
      store.removeRoot('nowhere'),
      store.updateRoot({ name: 'nowhere', path: '/nowhere' }),
      store.replaceDocument(document, []),
      store.touchDocuments([document]),
      store.removeDocuments([document]),
    )
    await assert.rejects(store.listDocuments('nowhere'), /nowhere/)
  },
}

const rowCases: Cases = {
  'a document comes back as it was given': async (store) => {
    const document = sampleDocument('déjà/vu\'s "plan" #1.md', {
      title: 'Ein „Titel“ 標題 🜂',
      metadata: { tags: ['a', 'b'], nested: { empty: null, yes: true, pi: 3.14 }, '': '', 'a.b[0]': "'" },
      contentHash: 'sha256:00ff',
      recipe: '{"size":400}',
      stamp: '1,2,3',
      readAt: 1_785_000_000_123,
      date: '2026-02-11',
      language: 'de',
    })
    for (const isSecret of [{ isSecret: true }, {}]) {
      await put(store, { ...document, isSecret: false, ...isSecret })
      assert.deepEqual(await store.listDocuments('notes'), [{ ...document, ...isSecret }])
    }
  },
  'touching a document changes its stamp and time and nothing else, and makes no document': async (store) => {
    const document = sampleDocument('a.md', { isSecret: true, language: 'de' })
    await put(store, document, { a: 'harbour' })
    const marks = { stamp: 'stamp 2', readAt: 1_700_000_000_001 }
    await store.touchDocuments([])
    await store.removeDocuments([])
    await store.touchDocuments(['gone.md', 'a.md'].map((path) => ({ root: 'notes', path, ...marks })))
    assert.deepEqual(await store.listDocuments('notes'), [{ ...document, ...marks }])
    assert.deepEqual(await store.listLanguages(), ['de'])
    await finds(store, ask.word('harbour'), 'a')
  },
  'documents are listed in the order of their paths': async (store) => {
    for (const path of ['b/a.md', 'é.md', 'a/z.md', 'B.md', 'a.md', 'b.md'])
      await put(store, sampleDocument(path))
    assert.deepEqual(await pathsOf(store, 'notes'), ['B.md', 'a.md', 'a/z.md', 'b.md', 'b/a.md', 'é.md'])
  },
  'writes and searches that are asked for at once all end well': async (store) => {
    await store.addRoot({ name: 'notes', path: '/home/notes' })
    const numbers = Array.from({ length: 20 }, (_, number) => number)
    const write = (number: number) =>
      store.replaceDocument(sampleDocument(`${number}.md`), [sampleChunk(`c${number}`, 'harbour')])
    const search = () => store.findByWords({ query: ask.word('harbour'), limit: 100 })
    await Promise.all([...numbers.map(write), ...numbers.map(search)])
    assert.equal((await search()).length, 20)
  },
}

const replacementCases: Cases = {
  'a chunk id that is not unique is refused with its whole document, and later writes are taken': async (
    store,
  ) => {
    await fill(store, { a: 'harbour lights', b: 'harbour walls' })
    const before = await answers(store)
    for (const id of ['c', 'a']) {
      const chunks = ['c', id].map((one) => sampleChunk(one, 'walls'))
      const replaced = id === 'c' ? ['all.md', 'new.md'] : ['new.md']
      for (const path of replaced) {
        await rejectsWith('STORE_INVALID_DOCUMENT', store.replaceDocument(sampleDocument(path), chunks))
      }
    }
    assert.deepEqual(await answers(store), before)
    await fill(store, { a: 'quay' })
    await finds(store, ask.word('quay'), 'a')
  },
}

/** Roots and documents: kept, listed, touched, replaced, removed. */
export const documentCases: Cases = { ...rootCases, ...rowCases, ...replacementCases }
