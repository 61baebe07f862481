import assert from 'node:assert/strict'
import type { Root } from '../document.js'
import type { Store } from '../store.js'
import { ask, fill, finds, numbered, put, rejectsWith, sampleChunk, sampleDocument } from './samples.js'
import { type Cases } from './samples.js'

async function pathsOf(store: Store, root: string): Promise<string[]> {
  return (await store.listDocuments(root)).map(({ path }) => path)
}

const rootCases: Cases = {
  'a root comes back as it was last given, without what is usual, and keeps its documents': async (store) => {
    assert.deepEqual(await store.listRoots(), [])
    const include = ['*.jsonl', '"ä" b/**']
    const sessions: Root = { name: 'Zoë’s "notes"', path: '/home/zoë/notes', kind: 'sessions', include }
    await store.putRoot({ name: 'usual', path: '/b', kind: 'folder', include: [] })
    await store.putRoot(sessions)
    const roots = [sessions, { name: 'usual', path: '/b' }]
    assert.deepEqual(await store.listRoots(), roots)
    const { roots: counted } = await store.status()
    const expected = roots.map((root) => ({ ...root, documents: 0, chunks: 0 }))
    assert.deepEqual(counted, expected)

    await fill(store, { a: 'harbour' }, 'usual')
    const moved: Root = { name: 'usual', path: '/moved', kind: 'sessions', include: ['MEMORY.md'] }
    for (const root of [moved, { name: 'usual', path: '/b' }]) {
      await store.putRoot(root)
      assert.deepEqual(await store.listRoots(), [sessions, root])
    }
    await finds(store, ask.word('harbour'), 'a')
    assert.deepEqual(await pathsOf(store, 'usual'), ['all.md'])
  },
  'no two roots have one name or one path, however they are put': async (store) => {
    const one = { name: 'one', path: '/one' }
    await store.putRoot(one, { isNew: true })
    const taken = [one, { name: 'one', path: '/two' }, { name: 'two', path: '/one' }]
    for (const root of taken) await rejectsWith('STORE_ROOT_EXISTS', store.putRoot(root, { isNew: true }))
    await rejectsWith('STORE_ROOT_EXISTS', store.putRoot({ name: 'two', path: '/one' }))
    assert.deepEqual(await store.listRoots(), [one])
    const atOnce = ['/a', '/b', '/c'].map((path) => store.putRoot({ name: 'new', path }, { isNew: true }))
    const outcomes = await Promise.allSettled(atOnce)
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    const bad = ['', 'a:b', ':'].map((name) => store.putRoot({ name, path: `/${name}` }))
    await rejectsWith('STORE_INVALID_DOCUMENT', ...bad)
    assert.equal((await store.listRoots()).length, 2)
  },
  'a root that is not there is refused by name': async (store) => {
    const document = sampleDocument('a.md', { root: 'nowhere' })
    await rejectsWith(
      'STORE_UNKNOWN_ROOT',
      store.listDocuments('nowhere'),
      store.removeRoot('nowhere'),
      store.writeDocuments({ put: [{ document, chunks: [] }] }),
      store.writeDocuments({ touched: [document] }),
      store.writeDocuments({ removed: [document] }),
    )
    await assert.rejects(store.listDocuments('nowhere'), /nowhere/)
  },
}

/** Everything that a store answers about chunks a, b and c. */
async function answers(store: Store) {
  const { ids } = await store.findByWords({ query: ask.any('harbour', 'lights', 'walls'), limit: 10 })
  const { roots, documents, chunks } = await store.status()
  const rows = [await store.listDocuments('notes'), await store.readItems(['a', 'b', 'c'])]
  return [rows, (await store.readTermLists(['a', 'b', 'c'])).length, ids.toSorted(), roots, documents, chunks]
}

const documentCases: Cases = {
  'a document comes back as it was given': async (store) => {
    const document = sampleDocument('déjà/vu\'s "plan" #1.md', {
      title: 'Ein „Titel“ 標題 🜂',
      metadata: { tags: ['a', 'b'], nested: { empty: null, yes: true, pi: 3.14 }, '': '', 'a.b[0]': "'" },
      contentHash: 'sha256:00ff',
      fingerprint: '{"size":400}',
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
    await store.writeDocuments({})
    await store.writeDocuments({ put: [], touched: [], removed: [{ root: 'notes', path: 'gone.md' }] })
    const touched = ['gone.md', 'a.md'].map((path) => ({ root: 'notes', path, ...marks }))
    await store.writeDocuments({ touched })
    assert.deepEqual(await store.listDocuments('notes'), [{ ...document, ...marks }])
    await finds(store, ask.word('harbour'), 'a')
  },
  'one call removes, puts and touches documents, in this order; they are listed by their paths': async (
    store,
  ) => {
    await fill(store, { a: 'harbour' })
    const documents = ['b/a.md', 'é.md', 'a/z.md', 'B.md', 'a.md', 'b.md'].map((path) => sampleDocument(path))
    const written = documents.map((document, number) => {
      return { document, chunks: number === 0 ? [sampleChunk('a', 'quay')] : [] }
    })
    const touched = documents.map((document) => ({ ...document, stamp: 'touched' }))
    await store.writeDocuments({ put: written, touched, removed: [sampleDocument('all.md')] })
    assert.deepEqual(await pathsOf(store, 'notes'), ['B.md', 'a.md', 'a/z.md', 'b.md', 'b/a.md', 'é.md'])
    assert.ok((await store.listDocuments('notes')).every(({ stamp }) => stamp === 'touched'))
    await finds(store, ask.any('harbour', 'quay'), 'a')
    await finds(store, ask.word('harbour'))
  },
  'a chunk id that is not unique is refused with the whole call, and later writes are taken': async (
    store,
  ) => {
    await fill(store, { a: 'harbour lights', b: 'harbour walls' })
    const before = await answers(store)
    for (const id of ['c', 'a']) {
      const good = { document: sampleDocument('good.md'), chunks: [sampleChunk('good', 'walls')] }
      const chunks = ['c', id].map((one) => sampleChunk(one, 'walls'))
      for (const path of id === 'c' ? ['all.md', 'new.md'] : ['new.md']) {
        const changes = { put: [good, { document: sampleDocument(path), chunks }] }
        await rejectsWith('STORE_INVALID_DOCUMENT', store.writeDocuments(changes))
      }
    }
    assert.deepEqual(await answers(store), before)
    await fill(store, { a: 'quay' })
    await finds(store, ask.word('quay'), 'a')
  },
  'writes and searches that are asked for at once all end well': async (store) => {
    await store.putRoot({ name: 'notes', path: '/home/notes' })
    const numbers = Array.from({ length: 20 }, (_, number) => number)
    const write = (number: number) => {
      const chunks = [sampleChunk(`c${number}`, 'harbour')]
      return store.writeDocuments({ put: [{ document: sampleDocument(`${number}.md`), chunks }] })
    }
    const search = () => store.findByWords({ query: ask.word('harbour'), limit: 100 })
    await Promise.all([...numbers.map(write), ...numbers.map(search)])
    assert.equal((await search()).ids.length, 20)
  },
}

const texts: Readonly<Record<string, string>> = {
  quotes: 'tabs\t, quotes "\' and \\ back\nslashes\n\n',
  nul: 'a\0b\0',
  scripts: 'e\u0301 is not é; 漢字, हिन्दी, עברית, 👩‍👩‍👧, \u{10FFFF}',
  control: '\uFEFF\u200B\u202E control \u0001\u001B[31m',
  empty: '',
  long: `${'long '.repeat(50_000)}end`,
}

const lists: Readonly<Record<string, Uint8Array>> = {
  a: Uint8Array.from({ length: 257 }, (_, number) => number),
  empty: new Uint8Array(),
  nothing: new Uint8Array(8),
  quarter: Uint8Array.of(0xff, 0xfe, 0),
  part: Uint8Array.of(9, 9, 1, 2, 3).subarray(2),
}

async function readTermLists(store: Store, ids: readonly string[]): Promise<Record<string, number[]>> {
  const found = await store.readTermLists(ids)
  return Object.fromEntries(found.map(({ id, termList }) => [id, [...termList]]))
}

const itemCases: Cases = {
  'an item is a chunk as it was given, where it is, and its document’s title and date': async (store) => {
    const heading = ['Über uns', '', 'a "b" \'c\' > d', '見出し']
    const lines = { startLine: 7, endLine: 12, startColumn: null, endColumn: null }
    const spans = [lines, { ...lines, startColumn: 1, endColumn: 4_000_000 }]
    const chunks = Object.entries(texts).map(([id, text], number) => {
      return [id, { text, heading, ...(spans[number % 2] ?? lines) }] as const
    })
    for (const date of [undefined, '2026-02-11']) {
      await put(store, sampleDocument('a.md', { title: 'Title', date }), Object.fromEntries(chunks))
      const { items, damaged } = await store.readItems(Object.keys(texts))
      const expected = chunks.map(([id, { text, heading: _, ...span }]) => {
        const locator = { root: 'notes', path: 'a.md', ...span }
        return {
          id,
          kind: 'chunk',
          text,
          locator,
          attributes: { title: 'Title', heading },
          time: date ?? null,
        }
      })
      assert.deepEqual({ items, damaged }, { items: expected, damaged: [] })
    }
  },
  'a term list comes back byte by byte, as it was last given': async (store) => {
    for (const termLists of [numbered(5, () => Uint8Array.of(7)), lists]) {
      const chunks = Object.entries(termLists).map(([id, termList]) => [id, { termList }])
      await fill(store, Object.fromEntries(chunks))
      const expected = Object.entries(termLists).map(([id, termList]) => [id, [...termList]])
      assert.deepEqual(await readTermLists(store, Object.keys(termLists)), Object.fromEntries(expected))
    }
    assert.deepEqual(await readTermLists(store, ['gone', 'part', 'c0000', '']), { part: [1, 2, 3] })
    assert.deepEqual(await store.readTermLists([]), [])
  },
  'thousands of items and term lists are read at once, items in the order of the ids that are there': async (
    store,
  ) => {
    const many = numbered(2000, (number) => ({ termList: new Uint8Array(4 * (number % 9)).fill(number) }))
    await fill(store, many)
    const ids = Object.keys(many).toReversed()
    const { items, damaged } = await store.readItems(['gone', ...ids, ''])
    const read = items.map(({ id }) => id)
    assert.deepEqual([read, damaged], [ids, []])
    assert.deepEqual(await store.readItems([]), { items: [], damaged: [] })
    const expected = Object.entries(many).map(([id, { termList }]) => [id, [...termList]])
    assert.deepEqual(await readTermLists(store, ids), Object.fromEntries(expected))
  },
}

/** Roots, documents and their chunks as they are read by id. */
export const storedCases: Cases = { ...rootCases, ...documentCases, ...itemCases }
