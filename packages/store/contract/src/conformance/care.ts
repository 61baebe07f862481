import assert from 'node:assert/strict'
import { rejectsWith, type Check } from './check.js'
import { hostileTexts } from './hostile.js'
import {
  atAngle,
  embedAll,
  embedAngles,
  fill,
  findIds,
  numbered,
  plane,
  sampleChunk,
  sampleDocument,
  word,
  wordsOf,
} from './samples.js'

const lockCases: readonly Check[] = [
  {
    name: 'one holds the lock at a time, and whoever waits has it once it is free',
    async check(store) {
      const first = await store.lock()
      await rejectsWith('STORE_LOCKED', store.lock())
      await rejectsWith('STORE_LOCKED', store.lock({ wait: 60 }))
      const waiting = store.lock({ wait: 60_000 })
      await first.release()
      await (await waiting).release()
    },
  },
  {
    name: 'a lock that was let go twice is not taken from its next holder',
    async check(store) {
      const first = await store.lock()
      await first.release()
      const second = await store.lock()
      await first.release()
      await rejectsWith('STORE_LOCKED', store.lock())
      await second.release()
      await (await store.lock()).release()
    },
  },
  {
    name: 'whoever holds the lock hinders neither writes nor searches',
    async check(store) {
      const lock = await store.lock()
      await fill(store, { a: 'harbour' })
      assert.deepEqual(await findIds(store, word('harbour')), ['a'])
      await lock.release()
      await fill(store, { a: 'quay' })
    },
  },
]

/** What a finished backup is like, each driver tests for itself: a suite that any runner can run reads no files. */
const backupCases: readonly Check[] = [
  {
    name: 'a backup never takes the place of a folder, and needs one that is there',
    async check(store) {
      await fill(store, { a: 'harbour' })
      for (const there of ['.', '..', '/']) {
        for (const replace of [false, true]) {
          await rejectsWith('STORE_FILE_EXISTS', store.backup(there, { replace }))
        }
      }
      await rejectsWith('STORE_UNAVAILABLE', store.backup('no such folder/copy'))
      assert.deepEqual(await findIds(store, word('harbour')), ['a'])
    },
  },
]

/** Words in capitals, with marks in them, or that are nothing but marks: what an index makes of them is its own affair. */
const oddWords = wordsOf('Harbour|HARBOUR HARBOUR|Harbour', { parts: 'Quay', place: 'A' })

const verifyCases: readonly Check[] = [
  {
    name: 'a store that was written and never damaged is found whole, whatever was written',
    async check(store) {
      assert.deepEqual(await store.verify(), [])
      await fill(
        store,
        numbered(30, (number) => `harbour ${number}`),
      )
      await fill(
        store,
        numbered(20, (number) => `${number} harbour ${number}`),
      )
      const texts = hostileTexts.map((text, number) =>
        sampleChunk(`h${number}`, text, {
          heading: [text],
          words: number % 2 === 0 ? wordsOf(text) : oddWords,
        }),
      )
      const words = hostileTexts.map((text) => ({ form: text, stem: text }))
      const odd = sampleChunk('odd', 'odd', { words: { text: words, parts: words, place: words } })
      const metadata = { text: hostileTexts, nested: { number: [0, -0, 1.5, 1e300], date: '2026-02-11' } }
      await store.replaceDocument(sampleDocument('hostile.md', { metadata, title: hostileTexts.join(' ') }), [
        ...texts,
        odd,
      ])
      for (const text of hostileTexts) await store.writeNote(text, text)
      await store.addSpace(plane)
      await embedAll(store, plane, (text) => atAngle(text.length))
      assert.deepEqual(await store.verify(), [])
      await store.optimise()
      assert.deepEqual(await store.verify(), [])
    },
  },
  {
    name: 'repairing a store that is whole changes no answer',
    async check(store) {
      await fill(
        store,
        numbered(20, (number) => `${number} harbour`),
      )
      await embedAngles(store)
      const before = await findIds(store, word('harbour'))
      const { spaces, chunks } = await store.status()
      assert.deepEqual(await store.verify({ repair: true }), [])
      assert.deepEqual(await findIds(store, word('harbour')), before)
      const after = await store.status()
      assert.deepEqual([after.spaces, after.chunks], [spaces, chunks])
    },
  },
]

/** Who may index, copies, and whether all is as it was written. */
export const careCases: readonly Check[] = [...lockCases, ...backupCases, ...verifyCases]
