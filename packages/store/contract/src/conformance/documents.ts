import assert from 'node:assert/strict'
import type { NewDocument, Root } from '../document.js'
import type { Store } from '../store.js'
import { ask, fill, finds, idOf, numbered, rejectsWith, sampleChunk } from './samples.js'
import { sampleDocument, times, type Cases } from './samples.js'

/** All answers of a store about the chunks a, b and c. */
async function answers(store: Store) {
  const { ids } = await store.findByWords({ query: ask.any('harbour', 'lights', 'walls'), limit: 10 })
  const chunks = ['a', 'b', 'c']
  const { bytes: _, ...withoutBytes } = await store.status()
  const rows = [await store.listDocuments('notes'), await store.readItems(chunks), withoutBytes]
  return [...rows, (await store.readTermLists(chunks)).length, ids.toSorted()]
}

function written(path: string, ...ids: string[]): NewDocument {
  return { document: sampleDocument(path), chunks: ids.map((id) => sampleChunk(id, 'harbour')) }
}

/** Writing roots and documents, in addition to the model. */
export const storedCases: Cases = {
  'the store names the version of the contract': async (store) => {
    assert.equal(store.specificationVersion, 'v1')
    assert.equal((store.ofRecords?.() ?? store).specificationVersion, 'v1')
  },
  'a root is returned as last put, without defaults, and keeps its documents': async (store) => {
    assert.deepEqual(await store.listRoots(), [])
    const include = ['*.jsonl', '"ä" b/**']
    const sessions: Root = { name: 'Zoë’s "notes"', path: '/home/zoë/notes', kind: 'sessions', include }
    await store.putRoot({ name: 'plain', path: '/b', kind: 'folder', include: [] })
    await store.putRoot(sessions)
    const plain = { name: 'plain', path: '/b' }
    assert.deepEqual(await store.listRoots(), [sessions, plain])
    const counted = [sessions, plain].map((root) => ({ ...root, documents: 0, chunks: 0 }))
    assert.deepEqual((await store.status()).roots, counted)
    await fill(store, { a: 'harbour' }, 'plain')
    const moved: Root = { name: 'plain', path: '/moved', kind: 'sessions', include: ['MEMORY.md'] }
    const described: Root = { ...plain, description: "What “we” said\nof 'it': 港口" }
    for (const root of [moved, described, plain]) {
      await store.putRoot(root)
      assert.deepEqual(await store.listRoots(), [sessions, root])
    }
    await finds(store, ask.word('harbour'), 'a')
    assert.equal((await store.listDocuments('plain')).length, 1)
  },
  'documents are listed by their fields': async (store) => {
    const long = 'links of the whole team '.repeat(5)
    const metadata = [{ Links: ['b', 3] }, { links: '' }, { links: { to: 'a' } }, { [long]: 1 }, {}]
    const put = metadata.map((each, n) => ({
      document: sampleDocument(`${n}.md`, { metadata: each }),
      chunks: [],
    }))
    await fill(store, {})
    await store.putRoot({ name: 'other', path: '/other' })
    const elsewhere = {
      document: sampleDocument('x.md', { root: 'other', metadata: { links: 'a' } }),
      chunks: [],
    }
    await store.writeDocuments({ put: [...put, elsewhere] })
    const listed = async (...withField: string[]) =>
      (await store.listDocuments('notes', { withField })).map(({ path }) => path)
    assert.deepEqual(await listed('links'), ['0.md'])
    assert.deepEqual(await listed('LINKS', long), ['0.md', '3.md'])
    assert.deepEqual(await listed('links.to'), ['2.md'])
    assert.deepEqual(await listed(), [])
    assert.equal((await store.listDocuments('notes', {})).length, 6)
  },
  'names and paths of roots are unique, even in concurrent writes': async (store) => {
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
  'an unknown root is refused by name': async (store) => {
    const document = sampleDocument('a.md', { root: 'nowhere' })
    await rejectsWith(
      'STORE_UNKNOWN_ROOT',
      store.listDocuments('nowhere'),
      store.listVersions('nowhere', { limit: 10 }),
      store.removeRoot('nowhere'),
      store.writeDocuments({ put: [{ document, chunks: [] }] }),
      store.writeDocuments({ touched: [document] }),
      store.writeDocuments({ removed: [document] }),
    )
    await assert.rejects(store.listDocuments('nowhere'), /nowhere/)
  },
  'a duplicate chunk id is refused with the whole call; the id of a removed chunk can be used again': async (
    store,
  ) => {
    await fill(store, { a: 'harbour lights', b: 'harbour walls' })
    const before = await answers(store)
    for (const bad of [written('all.md', 'c', 'c'), written('b.md', 'c', 'c'), written('b.md', 'c', 'a')]) {
      const changes = { put: [written('good.md', 'good'), bad] }
      await rejectsWith('STORE_INVALID_DOCUMENT', store.writeDocuments(changes))
    }
    assert.deepEqual(await answers(store), before)
    await store.writeDocuments({ put: [written('b.md', 'a')], removed: [sampleDocument('all.md')] })
    await store.writeDocuments({})
    await finds(store, ask.word('harbour'), 'a')
    await finds(store, ask.any('lights', 'walls'))
  },
  'concurrent writes and searches succeed': async (store) => {
    await fill(store, {})
    const write = (number: number) => store.writeDocuments({ put: [written(`${number}.md`, `c${number}`)] })
    const search = () => store.findByWords({ query: ask.word('harbour'), limit: 100 })
    await Promise.all([...times(20, write), ...times(20, search)])
    assert.equal((await search()).ids.length, 20)
  },
  'thousands of items and term lists, and a long one, are read in one call': async (store) => {
    const many = numbered(2000, (number) => ({ termList: new Uint8Array(4 * (number % 9)).fill(number) }))
    const text = `${'long '.repeat(50_000)}end`
    const chunks = { ...many, long: { text, termList: new Uint8Array(50_000).fill(7), inputs: [] } }
    await fill(store, chunks)
    const ids = Object.keys(chunks).toReversed()
    const { items, damaged } = await store.readItems(['gone', ...ids, ''])
    assert.deepEqual([items.map(idOf), damaged, items[0]?.text], [ids, [], text])
    const lists = (await store.readTermLists(ids)).map(({ id, termList }) => [id, [...termList]])
    const expected = Object.entries(chunks).map(([id, { termList }]) => [id, [...termList]])
    assert.deepEqual(Object.fromEntries(lists), Object.fromEntries(expected))
  },
}
