import assert from 'node:assert/strict'
import type { Store } from '../store.js'
import { atAngle, embedAll, embedAngles, fill, nearest, numbered, plane } from './samples.js'
import { whereVectorsAreSearched, type Cases } from './samples.js'

/** A direction of some length, written as both. */
function scaled(text: string): Float32Array {
  const [angle = 0, length = 1] = text.split(' ').map(Number)
  return atAngle(angle).map((value) => value * length)
}

/** Asserts that the cosine of an angle was given, within the precision of 32-bit floats. */
function isCosine(actual: number | undefined, degrees: number): void {
  const expected = Math.cos((degrees * Math.PI) / 180)
  assert.ok(actual !== undefined && Math.abs(actual - expected) < 1e-6, `${actual} is ${expected}`)
  assert.ok(actual >= -1 && actual <= 1)
}

/** Asserts that a search finds these chunks at these angles, in this order, and that given chunks have the same cosines. */
async function findsAt(
  store: Store,
  vector: Float32Array,
  angles: Readonly<Record<string, number>>,
): Promise<void> {
  const request = { space: plane, vector }
  const hits = await store.findByVector({ ...request, limit: 100 })
  assert.deepEqual(
    hits.map(({ id }) => id),
    Object.keys(angles),
  )
  const scores = await store.scoreByVector({
    ...request,
    ids: ['gone', ...Object.keys(angles).toReversed(), ''],
  })
  assert.equal(scores.size, hits.length)
  for (const { id, score } of hits) {
    isCosine(score, angles[id] ?? Number.NaN)
    isCosine(scores.get(id), angles[id] ?? Number.NaN)
  }
}

/** The chunks nearest to a vector, and the cosines of given chunks. */
export const vectorSearchCases: Cases = whereVectorsAreSearched({
  'the nearest chunks come first, each with its cosine, and those without a vector not at all': async (
    store,
  ) => {
    await store.addSpace(plane)
    await fill(store, { a: '90', b: '10', c: '180', d: '45', e: '0' })
    assert.deepEqual(await nearest(store, 0), [])
    await embedAngles(store)
    await fill(store, { later: '1000' }, 'later')
    await findsAt(store, atAngle(0), { e: 0, b: 10, d: 45, a: 90, c: 180 })
    assert.deepEqual(await nearest(store, 0, { limit: 2 }), ['e', 'b'])
    assert.deepEqual(await nearest(store, 0, { limit: 0 }), [])
    const scores = await store.scoreByVector({ space: plane, vector: atAngle(0), ids: ['later'] })
    assert.equal(scores.size, 0)
  },
  'equal cosines are ordered by id, and a smaller limit gives the beginning of a larger one': async (
    store,
  ) => {
    const texts = numbered(30, (number) => `${number % 2 === 0 ? 20 : 40} degrees, number ${number % 7}`)
    await fill(store, Object.fromEntries(Object.entries(texts).toReversed()))
    await fill(store, { a: '20 degrees, number 0', z: '5' }, 'other')
    await embedAngles(store)
    const ids = Object.keys(texts)
    const [even, odd] = [0, 1].map((rest) => ids.filter((_, number) => number % 2 === rest))
    const expected = ['z', 'a', ...(even ?? []), ...(odd ?? [])]
    for (let limit = 1; limit <= expected.length; limit += 1) {
      assert.deepEqual(await nearest(store, 0, { limit }), expected.slice(0, limit))
    }
  },
  'the length of a vector does not matter, however long or short': async (store) => {
    await fill(store, { a: '10 1e30', b: '20 1e-30', c: '30 1' })
    await store.addSpace(plane)
    await embedAll(store, plane, scaled)
    for (const length of ['1e-30', '1', '1e30'])
      await findsAt(store, scaled(`0 ${length}`), { a: 10, b: 20, c: 30 })
  },
  'a vector may be a part of a larger array, and is neither changed nor held on to': async (store) => {
    await fill(store, { a: '10' })
    await store.addSpace(plane)
    const numbers = Float32Array.of(9, 3, 4, 9)
    await embedAll(store, plane, () => numbers.subarray(1, 3))
    assert.deepEqual([...numbers], [9, 3, 4, 9])
    numbers.fill(7)
    const degrees = (Math.acos(3 / 5) * 180) / Math.PI
    await findsAt(store, Float32Array.of(0, 0, 1, 0).subarray(2), { a: degrees })
  },
})
