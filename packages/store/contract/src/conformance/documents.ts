import assert from 'node:assert/strict'
import type { Store } from '../store.js'
import {
  any,
  embedAngles,
  fill,
  finds,
  put,
  rejectsWith,
  sampleChunk,
  sampleDocument,
  word,
  type Cases,
} from './samples.js'

/** Everything that a store answers about chunks a, b and c. */
async function answers(store: Store) {
  const found = await store.findByWords({ query: any('harbour', 'lights', 'walls'), limit: 10 })
  const { roots, files, chunks, spaces } = await store.status()
  return {
    documents: await store.listDocuments('notes'),
    chunks: await store.readChunks(['a', 'b', 'c']),
    termLists: (await store.readTermLists(['a', 'b', 'c'])).toSorted((one, other) =>
      one.id < other.id ? -1 : 1,
    ),
    found: found.toSorted(),
    counts: { roots, files, chunks, spaces },
  }
}

async function pathsOf(store: Store, root: string): Promise<string[]> {
  return (await store.listDocuments(root)).map(({ path }) => path)
}

async function readIds(store: Store, ...ids: string[]): Promise<string[]> {
  return (await store.readChunks(ids)).chunks.map(({ id }) => id)
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
    await finds(store, word('harbour'), 'a')
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
  'removing a root removes its documents and chunks and no others, and it can be added again': async (
    store,
  ) => {
    await fill(store, { a: 'harbour lights' }, 'north')
    await fill(store, { b: 'harbour walls' }, 'south')
    await store.removeRoot('north')
    assert.deepEqual(await store.listRoots(), [{ name: 'south', path: '/home/south' }])
    await finds(store, word('harbour'), 'b')
    assert.deepEqual(await readIds(store, 'a', 'b'), ['b'])
    const { files, chunks } = await store.status()
    assert.deepEqual({ files, chunks }, { files: 1, chunks: 1 })
    await store.addRoot({ name: 'north', path: '/home/north' })
    assert.deepEqual(await pathsOf(store, 'north'), [])
    await fill(store, { a: 'harbour' }, 'north')
    await finds(store, word('harbour'), 'a', 'b')
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
    await put(store, document)
    assert.deepEqual(await store.listDocuments('notes'), [document])
  },
  'documents are listed in the order of their paths': async (store) => {
    for (const path of ['b/a.md', 'é.md', 'a/z.md', 'B.md', 'a.md', 'b.md'])
      await put(store, sampleDocument(path))
    assert.deepEqual(await pathsOf(store, 'notes'), ['B.md', 'a.md', 'a/z.md', 'b.md', 'b/a.md', 'é.md'])
  },
  'a document has the date and the language that it was last given, and comes back as secret only where it is':
    async (store) => {
      const steps = [
        { date: '2026-02-11', language: 'de' },
        { isSecret: true },
        { date: '2026-02-12', language: 'fr' },
      ]
      for (const changes of [...steps, {}]) {
        await put(store, sampleDocument('a.md', { isSecret: false, ...changes }))
        assert.deepEqual(await store.listDocuments('notes'), [sampleDocument('a.md', changes)])
      }
    },
  'touching a document changes its stamp and time and nothing else, and makes no document': async (store) => {
    const document = sampleDocument('a.md', { isSecret: true, language: 'de' })
    await put(store, document, { a: 'harbour' })
    const marks = { stamp: 'stamp 2', readAt: 1_700_000_000_001 }
    await store.touchDocuments([])
    await store.touchDocuments(['gone.md', 'a.md'].map((path) => ({ root: 'notes', path, ...marks })))
    assert.deepEqual(await store.listDocuments('notes'), [{ ...document, ...marks }])
    assert.deepEqual(await store.listLanguages(), ['de'])
    await finds(store, word('harbour'), 'a')
  },
  'removing documents removes their chunks, and passes over what is not there': async (store) => {
    for (const name of ['a', 'b', 'c']) await put(store, sampleDocument(`${name}.md`), { [name]: 'harbour' })
    await store.removeDocuments([])
    await store.removeDocuments(['a.md', 'gone.md', 'c.md'].map((path) => ({ root: 'notes', path })))
    assert.deepEqual(await pathsOf(store, 'notes'), ['b.md'])
    await finds(store, word('harbour'), 'b')
    assert.deepEqual(await readIds(store, 'a', 'b', 'c'), ['b'])
    assert.deepEqual(
      (await store.readTermLists(['a', 'b', 'c'])).map(({ id }) => id),
      ['b'],
    )
  },
  'two roots with the same paths do not disturb each other': async (store) => {
    await fill(store, { a: 'harbour north' }, 'north')
    await fill(store, { b: 'harbour south' }, 'south')
    await fill(store, { a2: 'quay north' }, 'north')
    await finds(store, word('harbour'), 'b')
    await store.removeDocuments([{ root: 'south', path: 'all.md' }])
    assert.deepEqual([await pathsOf(store, 'north'), await pathsOf(store, 'south')], [['all.md'], []])
    await finds(store, any('quay', 'harbour'), 'a2')
  },
  'languages are listed once each, in order, as documents have them now': async (store) => {
    const languages = [undefined, 'en', 'de', 'zh-Hant', 'en', undefined, 'de', 'EN']
    for (const [number, language] of languages.entries())
      await put(store, sampleDocument(`${number}`, { language }))
    assert.deepEqual(await store.listLanguages(), ['EN', 'de', 'en', 'zh-Hant'])
    await put(store, sampleDocument('1', { language: 'fr' }))
    await store.removeDocuments(['3', '4'].map((path) => ({ root: 'notes', path })))
    assert.deepEqual(await store.listLanguages(), ['EN', 'de', 'fr'])
    await store.removeRoot('notes')
    assert.deepEqual(await store.listLanguages(), [])
  },
  'writes and searches that are asked for at once all end well': async (store) => {
    await store.addRoot({ name: 'notes', path: '/home/notes' })
    const numbers = Array.from({ length: 20 }, (_, number) => number)
    const write = (number: number) =>
      store.replaceDocument(sampleDocument(`${number}.md`), [sampleChunk(`c${number}`, 'harbour')])
    const search = () => store.findByWords({ query: word('harbour'), limit: 100 })
    await Promise.all([...numbers.map(write), ...numbers.map(search)])
    assert.equal((await search()).length, 20)
  },
}

const replacementCases: Cases = {
  'a new version replaces the old one with all its chunks': async (store) => {
    await fill(store, { a: 'harbour lights', b: 'harbour walls' })
    const next = sampleDocument('all.md', { title: 'Next', contentHash: 'hash 2', metadata: { draft: true } })
    await put(store, next, { c: 'harbour master' })
    assert.deepEqual(await store.listDocuments('notes'), [next])
    await finds(store, any('lights', 'walls'))
    await finds(store, word('harbour'), 'c')
    const { chunks } = await store.readChunks(['a', 'b', 'c'])
    assert.deepEqual(
      chunks.map(({ id, title }) => [id, title]),
      [['c', 'Next']],
    )
    await fill(store, {})
    assert.deepEqual(await pathsOf(store, 'notes'), ['all.md'])
    await finds(store, word('harbour'))
    assert.equal((await store.status()).chunks, 0)
  },
  'replacing a document with itself changes no answer': async (store) => {
    const texts = { a: '1 harbour lights', b: '2 harbour walls', c: '3 something else' }
    await fill(store, texts)
    await embedAngles(store)
    const before = await answers(store)
    for (let round = 0; round < 3; round += 1) await fill(store, texts)
    assert.deepEqual(await answers(store), before)
  },
  'a chunk that stays may change its place and text': async (store) => {
    await fill(store, { a: 'harbour lights', b: 'harbour walls' })
    await fill(store, { b: 'harbour walls', c: 'new', a: 'quay lights' })
    await finds(store, word('harbour'), 'b')
    await finds(store, word('quay'), 'a')
    assert.equal((await store.status()).chunks, 3)
  },
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
    await finds(store, word('quay'), 'a')
  },
}

/** Roots and documents: kept, listed, touched, replaced, removed. */
export const documentCases: Cases = { ...rootCases, ...rowCases, ...replacementCases }
