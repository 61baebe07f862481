import assert from 'node:assert/strict'
import type { KeptSpace, Space, Store } from '../store.js'
import { rejectsWith, type Check } from './check.js'
import { atAngle, embedAll, embedAngles, fill, plane } from './samples.js'
import { listedSpaces } from './space-counts.js'

const other: Space = { ...plane, model: 'other' }
const third: Space = { ...plane, model: 'third' }

async function kept(store: Store, space: Space): Promise<KeptSpace | undefined> {
  const spaces = await store.listSpaces()
  return spaces.find(({ model }) => model === space.model)
}

/** What is known of spaces, and which was chosen last. */
export const keptSpaceCases: readonly Check[] = [
  {
    name: 'a new space has no source, no canary and no vectors, and is not filled',
    async check(store) {
      await store.addSpace(plane)
      const unknown = { source: null, canary: null, isFilled: false, hasVectors: false }
      assert.deepEqual(await store.listSpaces(), [{ ...plane, ...unknown }])
      const { spaces } = await store.status()
      const { canary: _, ...facts } = unknown
      assert.deepEqual(spaces, [{ ...plane, ...facts, vectors: 0, unusedVectors: 0, pending: 0, bytes: 0 }])
    },
  },
  {
    name: 'the space that was chosen last comes last, in the list and in the status',
    async check(store) {
      for (const space of [plane, other, third, other, plane, plane]) await store.addSpace(space)
      assert.deepEqual(await listedSpaces(store), [third, other, plane])
      const { spaces } = await store.status()
      assert.deepEqual(
        spaces.map(({ model }) => model),
        ['third', 'other', 'plane'],
      )
    },
  },
  {
    name: 'a source is renewed by the next one and stays where none is given',
    async check(store) {
      await store.addSpace(plane)
      await store.addSpace(other, { source: 'local:/models/ä b.gguf' })
      assert.equal((await kept(store, other))?.source, 'local:/models/ä b.gguf')
      await store.addSpace(other)
      await store.addSpace(plane, { source: 'first' })
      await store.addSpace(other, {})
      assert.equal((await kept(store, other))?.source, 'local:/models/ä b.gguf')
      await store.addSpace(other, { source: 'moved' })
      assert.equal((await kept(store, other))?.source, 'moved')
      assert.equal((await kept(store, plane))?.source, 'first')
      assert.equal((await store.status()).spaces.at(-1)?.source, 'moved')
    },
  },
  {
    name: 'a canary and being filled are noted each by itself, number by number, for one space alone',
    async check(store) {
      for (const space of [plane, other]) await store.addSpace(space)
      const canary = Float32Array.of(0.1, -3e20)
      await store.updateSpace(plane, { canary })
      assert.deepEqual((await kept(store, plane))?.canary, canary)
      assert.equal((await kept(store, plane))?.isFilled, false)
      await store.updateSpace(plane, { isFilled: true })
      assert.deepEqual((await kept(store, plane))?.canary, canary)
      assert.equal((await kept(store, plane))?.isFilled, true)
      await store.updateSpace(plane, {})
      await store.addSpace(plane, { source: 'again' })
      const facts = { source: 'again', canary, isFilled: true, hasVectors: false }
      assert.deepEqual(await kept(store, plane), { ...plane, ...facts })
      await store.updateSpace(plane, { isFilled: false, canary: atAngle(45) })
      assert.deepEqual((await kept(store, plane))?.canary, atAngle(45))
      assert.equal((await kept(store, plane))?.isFilled, false)
      assert.deepEqual((await kept(store, other))?.canary, null)
    },
  },
  {
    name: 'a canary that could be no vector of the space is refused, and the one before stays',
    async check(store) {
      await store.addSpace(plane)
      await store.updateSpace(plane, { canary: atAngle(1) })
      for (const numbers of [[1], [1, 2, 3], [0, 0], [1, Number.NaN], [Number.POSITIVE_INFINITY, 1], []]) {
        const changes = { canary: Float32Array.from(numbers), isFilled: true }
        await rejectsWith('STORE_INVALID_VECTOR', store.updateSpace(plane, changes))
      }
      assert.deepEqual((await kept(store, plane))?.canary, atAngle(1))
      assert.equal((await kept(store, plane))?.isFilled, false)
    },
  },
  {
    name: 'a space has vectors, and says what they take up, as long as any is kept',
    async check(store) {
      await fill(store, { a: '10', b: '20' })
      await store.addSpace(other)
      await embedAngles(store)
      const bytes = async () => (await store.status()).spaces.map((space) => space.bytes)
      const [none, before] = await bytes()
      assert.equal(none, 0)
      assert.ok(before !== undefined && before > 0)
      assert.equal((await kept(store, plane))?.hasVectors, true)
      assert.equal((await kept(store, other))?.hasVectors, false)
      await store.removeRoot('notes')
      assert.equal((await kept(store, plane))?.hasVectors, true)
      assert.deepEqual(await bytes(), [0, before])
      await fill(store, { c: '30' })
      await embedAll(store, plane, () => atAngle(1))
      const [, after] = await bytes()
      assert.equal(after, before * 1.5)
    },
  },
  {
    name: 'nothing can be noted of a space that was not begun',
    async check(store) {
      await store.addSpace(plane)
      await rejectsWith('STORE_UNKNOWN_SPACE', store.updateSpace(other, { isFilled: true }))
      await rejectsWith('STORE_UNKNOWN_SPACE', store.updateSpace(other, {}))
      assert.deepEqual(await listedSpaces(store), [plane])
    },
  },
]
