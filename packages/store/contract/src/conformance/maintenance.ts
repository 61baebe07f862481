import assert from 'node:assert/strict'
import type { Store } from '../store.js'
import { hostileTexts } from './hostile-texts.js'
import { ask, atAngle, embedAll, embedAngles, fill, finds, numbered, other, plane, put } from './samples.js'
import { rejectsWith, sampleDocument, wordsOf, type Cases } from './samples.js'

/** Every call that a closed store must refuse. */
function everyCall(store: Store): Promise<unknown>[] {
  const query = ask.word('harbour')
  const vector = { space: plane, vector: atAngle(0), limit: 1, ids: ['a'] }
  return [
    store.listRoots(),
    store.addRoot({ name: 'other', path: '/other' }),
    store.updateRoot({ name: 'notes', path: '/home/notes' }),
    store.removeRoot('notes'),
    store.listDocuments('notes'),
    store.listLanguages(),
    store.replaceDocument(sampleDocument('b.md'), []),
    store.touchDocuments([sampleDocument('all.md')]),
    store.removeDocuments([sampleDocument('all.md')]),
    store.listSpaces(),
    store.addSpace(plane),
    store.updateSpace(plane, { isFilled: true }),
    store.dropSpace(plane),
    store.pendingTexts(plane, { limit: 1 }),
    store.putVectors(plane, [{ key: '00', vector: atAngle(0) }]),
    store.removeUnusedVectors({ unusedFor: 0 }),
    store.findByWords({ query, limit: 1 }),
    store.readCounts({ queries: [query], forms: [], prefixes: [] }),
    store.readTermLists(['a']),
    store.findByVector(vector),
    store.scoreByVector(vector),
    store.readChunks(['a']),
    store.chunksWithStems(['harbour']),
    store.chunksWithForms(['harbour']),
    store.chunksWithPrefixes(['harb']),
    store.generation(),
    store.status(),
    store.readNote('note'),
    store.writeNote('note', 'text'),
    store.optimise(),
    store.lock(),
    store.backup('no such folder/copy'),
    store.verify(),
  ]
}

const wholeCases: Cases = {
  'a note is kept under its name, and the last one counts': async (store) => {
    assert.equal(await store.readNote('one'), undefined)
    for (const note of ['first', '', '{"a":"ä\\u0000"}']) {
      await store.writeNote('one', note)
      assert.equal(await store.readNote('one'), note)
      assert.equal(await store.readNote('two'), undefined)
    }
  },
  'a new store is empty, and says what works and why the rest does not': async (store) => {
    const { backend, roots, files, chunks, spaces, keywordIndex, vectorSearch } = await store.status()
    assert.match(backend, /^\S+$/)
    assert.deepEqual({ roots, files, chunks, spaces }, { roots: [], files: 0, chunks: 0, spaces: [] })
    for (const { available, version, reason } of [keywordIndex, vectorSearch]) {
      assert.equal(typeof (available ? version : reason), 'string')
      assert.equal(available ? reason : version, null)
    }
  },
  'the status counts roots, files, chunks, vectors and pending texts': async (store) => {
    await fill(store, { a: '10', b: '20', c: '20' }, 'one')
    await fill(store, { d: '30' }, 'two')
    await put(store, sampleDocument('empty.md', { root: 'two' }))
    await embedAngles(store)
    await fill(store, { d: '30', e: '40' }, 'two')
    const { roots, files, chunks, spaces } = await store.status()
    assert.deepEqual(roots, [
      { name: 'one', path: '/home/one', files: 1, chunks: 3 },
      { name: 'two', path: '/home/two', files: 2, chunks: 2 },
    ])
    assert.deepEqual([files, chunks, spaces[0]?.vectors, spaces[0]?.pending], [3, 5, 3, 1])
  },
  'a closed store refuses every call with a store error, and closing again does no harm': async (store) => {
    await fill(store, { a: 'harbour' })
    await store.close()
    await rejectsWith('STORE_UNAVAILABLE', ...everyCall(store))
    await store.close()
  },
}

/** Writes that can change an answer, in an order in which each of them does something. */
const writes: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  addRoot: (store) => store.addRoot({ name: 'other', path: '/home/other' }),
  replaceDocument: (store) => put(store, sampleDocument('b.md'), { b: '20' }),
  touchDocuments: (store) =>
    store.touchDocuments([{ root: 'notes', path: 'all.md', stamp: 'stamp 2', readAt: 2 }]),
  addSpace: (store) => store.addSpace(other),
  putVectors: (store) => embedAll(store, plane),
  updateSpace: (store) => store.updateSpace(plane, { isFilled: true, canary: atAngle(1) }),
  'addSpace, to choose another': (store) => store.addSpace(plane),
  dropSpace: (store) => store.dropSpace(other),
  removeDocuments: (store) => store.removeDocuments([{ root: 'notes', path: 'b.md' }]),
  'replaceDocument without chunks': (store) => fill(store, {}),
  removeRoot: (store) => store.removeRoot('notes'),
}

const generationCases: Cases = {
  'the generation changes with every write that can change an answer, and never comes back': async (
    store,
  ) => {
    await fill(store, { a: '10' })
    await embedAngles(store)
    const seen = new Set([await store.generation()])
    for (const [name, write] of Object.entries(writes)) {
      await write(store)
      const generation = await store.generation()
      assert.ok(!seen.has(generation), `${name} makes a new generation`)
      seen.add(generation)
    }
  },
  'the generation stays as long as nothing is written': async (store) => {
    await fill(store, { a: '10' })
    await embedAngles(store)
    const before = await store.generation()
    assert.notEqual(before, '')
    await finds(store, ask.word('10'), 'a')
    await store.listSpaces()
    await store.listDocuments('notes')
    await store.readChunks(['a'])
    await store.readCounts({ queries: [ask.word('10')], forms: [], prefixes: ['1'] })
    await store.status()
    await store.addSpace(plane)
    await store.updateSpace(plane, {})
    assert.equal(await store.generation(), before)
  },
}

const lockCases: Cases = {
  'one holds the lock at a time, and a call that waits has it once it is free': async (store) => {
    const first = await store.lock()
    await rejectsWith('STORE_LOCKED', store.lock(), store.lock({ wait: 60 }))
    const waiting = store.lock({ wait: 60_000 })
    await first.release()
    await (await waiting).release()
  },
  'a lock that was let go twice is not taken from its next holder': async (store) => {
    const first = await store.lock()
    await first.release()
    const second = await store.lock()
    await first.release()
    await rejectsWith('STORE_LOCKED', store.lock())
    await second.release()
    await (await store.lock()).release()
  },
  'the lock hinders neither writes nor searches': async (store) => {
    const lock = await store.lock()
    await fill(store, { a: 'harbour' })
    await finds(store, ask.word('harbour'), 'a')
    await lock.release()
  },
}

/** Each driver tests itself what a finished backup is like: a suite that any runner can run reads no files. */
const backupCases: Cases = {
  'a backup never takes the place of a folder, and needs one that is there': async (store) => {
    await fill(store, { a: 'harbour' })
    for (const there of ['.', '..', '/']) {
      await rejectsWith('STORE_FILE_EXISTS', store.backup(there))
      await rejectsWith('STORE_FILE_EXISTS', store.backup(there, { replace: true }))
    }
    await rejectsWith('STORE_UNAVAILABLE', store.backup('no such folder/copy'))
    await finds(store, ask.word('harbour'), 'a')
  },
}

/** Words in capitals, which a driver may fold as it likes. */
const capitals = wordsOf('Harbour|HARBOUR HARBOUR|Harbour', { parts: 'Quay', place: 'A' })

const verifyCases: Cases = {
  'a store that was written and never damaged is found whole, whatever was written': async (store) => {
    assert.deepEqual(await store.verify(), [])
    for (const count of [30, 20])
      await fill(
        store,
        numbered(count, (number) => `${count} harbour ${number}`),
      )
    const words = hostileTexts.map((text) => ({ form: text, stem: text }))
    const texts = hostileTexts.map((text, number) => {
      return [`h${number}`, { text, heading: [text], words: number % 2 === 0 ? wordsOf(text) : capitals }]
    })
    const metadata = { text: hostileTexts, nested: { number: [0, -0, 1.5, 1e300], date: '2026-02-11' } }
    const document = sampleDocument('hostile.md', { metadata, title: hostileTexts.join(' ') })
    await put(store, document, {
      ...Object.fromEntries(texts),
      odd: { words: { text: words, parts: words, place: words }, termList: Uint8Array.of(1, 2, 3) },
      none: { termList: new Uint8Array() },
    })
    for (const text of hostileTexts) await store.writeNote(text, text)
    await store.addSpace(plane)
    await embedAll(store, plane, (text) => atAngle(text.length))
    assert.deepEqual(await store.verify(), [])
    await store.optimise()
    assert.deepEqual(await store.verify(), [])
  },
  'tidying up, and repairing a store that is whole, change no answer': async (store) => {
    await fill(
      store,
      numbered(50, (number) => `harbour ${number}`),
    )
    const texts = numbered(20, (number) => `${number} harbour`)
    await fill(store, texts)
    await embedAngles(store)
    const { spaces, chunks } = await store.status()
    const steps = [() => store.optimise(), () => store.optimise(), () => store.verify({ repair: true })]
    for (const step of steps) {
      assert.deepEqual((await step()) ?? [], [])
      await finds(store, ask.word('harbour'), ...Object.keys(texts))
      const after = await store.status()
      assert.deepEqual([after.spaces, after.chunks], [spaces, chunks])
    }
  },
}

/** The store as a whole: notes, status, generation, lock, backup, verification and the end. */
export const maintenanceCases: Cases = {
  ...wholeCases,
  ...generationCases,
  ...lockCases,
  ...backupCases,
  ...verifyCases,
}
