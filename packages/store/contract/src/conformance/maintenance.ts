import assert from 'node:assert/strict'
import type { Store } from '../store.js'
import { ask, atAngle, embedAll, embedAngles, fill, finds, newDocument, other, plane } from './samples.js'
import { put, rejectsWith, sampleDocument, type Cases } from './samples.js'

/** Valid arguments, so that calls are refused only because the store is closed. */
const request = { query: ask.word('harbour'), space: plane, vector: atAngle(0), limit: 1, ids: ['a'] }
const samples: Readonly<Record<string, readonly unknown[]>> = {
  ...Object.fromEntries(['findByWords', 'findByVector', 'scoreByVector'].map((name) => [name, [request]])),
  ...Object.fromEntries(['listDocuments', 'removeRoot', 'read'].map((name) => [name, ['notes']])),
  write: ['note', 'text'],
  writeDocuments: [{ removed: [sampleDocument('all.md')] }],
  readCounts: [{ queries: [request.query] }],
  putRoot: [{ name: 'other', path: '/other' }],
  putVectors: [plane, [{ key: '00', vector: atAngle(0) }]],
  putSpace: [other],
  dropSpace: [plane],
  pendingTexts: [plane, request],
  readVectors: [plane, request],
  removeUnusedVectors: [{ unusedFor: 0 }],
  backup: ['no such folder/copy'],
  run: [{ module: 'file:///nowhere.js', name: 'any' }, null],
}

/** Calls every member of a store or a capability, except `close` and `ofRecords`. */
function everyCall(part: object): Promise<unknown>[] {
  return Object.entries(part).flatMap(([name, member]): Promise<unknown>[] => {
    if (name === 'close' || name === 'ofRecords' || member === undefined) return []
    if (typeof member === 'object') return everyCall(member)
    return typeof member === 'function' ? [member(...(samples[name] ?? [['harbour']]))] : []
  })
}

/** Writes that can change an answer, in an order in which each has an effect. */
const writes: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  'a new root': (store) => store.putRoot({ name: 'other', path: '/home/other' }),
  'a new document': (store) => put(store, [newDocument(sampleDocument('b.md'), { b: '20' })]),
  'a touched document': (store) =>
    store.writeDocuments({ touched: [{ root: 'notes', path: 'all.md', stamp: 'stamp 2', readAt: 2 }] }),
  'a new space': (store) => store.putSpace(other),
  'new vectors': (store) => embedAll(store, plane),
  'changes of a space': (store) =>
    store.putSpace(plane, { choose: false, isFilled: true, canary: atAngle(1) }),
  'another chosen space': (store) => store.putSpace(plane),
  'a removed document': (store) => store.writeDocuments({ removed: [{ root: 'notes', path: 'b.md' }] }),
  'a document without chunks': (store) => fill(store, {}),
  'a removed root': (store) => store.removeRoot('notes'),
}

/** Notes, status, generation, lock and closing. */
export const maintenanceCases: Cases = {
  'a note is stored under its name and can be replaced': async ({ notes }) => {
    if (!notes) return
    assert.equal(await notes.read('one'), undefined)
    for (const note of ['first', '', '{"a":"ä\\u0000"}']) {
      await notes.write('one', note)
      assert.equal(await notes.read('one'), note)
      assert.equal(await notes.read('two'), undefined)
    }
  },
  'a new store is empty, and its status reports what works and why the rest does not': async (store) => {
    const { backend, location, bytes, keywordIndex, vectorSearch, ...counts } = await store.status()
    assert.match(backend, /^\S+$/)
    assert.ok(location !== '' && bytes >= 0)
    assert.deepEqual(counts, { roots: [], documents: 0, chunks: 0, spaces: [] })
    for (const { available, version, reason } of [keywordIndex, vectorSearch]) {
      assert.equal(typeof (available ? version : reason), 'string')
      assert.equal(available ? reason : version, null)
    }
  },
  'a closed store refuses every call with a store error, and can be closed again': async (store) => {
    await fill(store, { a: 'harbour' })
    await store.close()
    const calls = everyCall(store)
    assert.ok(calls.length >= 16)
    await rejectsWith('STORE_UNAVAILABLE', ...calls)
    await store.close()
  },
  'the generation changes with every write that can change an answer, and is never reused': async (store) => {
    if (!store.generation) return
    await fill(store, { a: '10' })
    await embedAngles(store)
    const seen = new Set(['', await store.generation()])
    const dropped = { 'a dropped space': async (one: Store) => one.maintenance?.dropSpace(other) }
    for (const [name, write] of Object.entries({ ...writes, ...(store.maintenance && dropped) })) {
      await write(store)
      const now = await store.generation()
      assert.ok(!seen.has(now), `${name} makes a new generation`)
      seen.add(now)
      const last = (await store.listSpaces()).at(-1)
      await store.putSpace(last ?? plane)
      await store.putSpace(plane, { choose: false })
      await finds(store, ask.word('none'))
      for (const root of await store.listRoots()) await store.listDocuments(root.name)
      await store.readItems(['a'])
      await store.readCounts({ queries: [ask.word('10')], prefixes: ['1'] })
      await store.status()
      assert.equal(await store.generation(), now, `nothing was written after ${name}`)
    }
  },
  'the lock has one holder at a time, and a waiting call acquires it when it is released': async (store) => {
    if (!store.maintenance) return
    const { lock } = store.maintenance
    const first = await lock()
    await rejectsWith('STORE_LOCKED', lock(), lock({ wait: 60 }))
    await fill(store, { a: 'harbour' })
    await finds(store, ask.word('harbour'), 'a')
    const waiting = lock({ wait: 60_000 })
    await first.release()
    const second = await waiting
    await first.release()
    await rejectsWith('STORE_LOCKED', lock())
    await second.release()
    await (await lock()).release()
  },
}
