import assert from 'node:assert/strict'
import type { Store } from '../store.js'
import type { Check } from './check.js'
import {
  atAngle,
  embedAll,
  embedAngles,
  fill,
  numbered,
  plane,
  sampleChunk,
  sampleDocument,
} from './samples.js'
import { whereVectorsAreSearched } from './vector-search-capability.js'

function cosineOfAngle(degrees: number): number {
  return Math.cos((degrees * Math.PI) / 180)
}

/** Written as angle and length. */
function scaledVector(text: string): Float32Array {
  const [angle = 0, length = 1] = text.split(' ').map(Number)
  return atAngle(angle).map((value) => value * length)
}

async function search(store: Store, angle: number, limit = 100) {
  return store.searchVector({ space: plane, vector: atAngle(angle), limit })
}

async function foundIds(store: Store, angle: number, limit = 100): Promise<string[]> {
  return (await search(store, angle, limit)).map(({ id }) => id)
}

/** Within the precision of 32-bit floats. */
function isNear(actual: number | undefined, expected: number): void {
  assert.ok(actual !== undefined && Math.abs(actual - expected) < 1e-6, `${actual} is ${expected}`)
}

/** The vector retriever, and the cosines of given chunks. */
export const vectorSearchCases: readonly Check[] = [
  {
    name: 'the nearest chunks come first, each with its cosine',
    check: whereVectorsAreSearched(async (store) => {
      await fill(store, { a: '90', b: '10', c: '180', d: '45', e: '0' })
      await embedAngles(store)
      const hits = await search(store, 0)
      const expected = { e: 0, b: 10, d: 45, a: 90, c: 180 }
      assert.deepEqual(
        hits.map(({ id }) => id),
        Object.keys(expected),
      )
      for (const [place, angle] of Object.values(expected).entries()) {
        isNear(hits[place]?.score, cosineOfAngle(angle))
      }
      assert.ok(hits.every(({ score }) => score >= -1 && score <= 1))
      assert.deepEqual(await foundIds(store, 0, 2), ['e', 'b'])
      assert.deepEqual(await foundIds(store, 0, 0), [])
    }),
  },
  {
    name: 'a space without vectors gives no hits',
    check: whereVectorsAreSearched(async (store) => {
      await fill(store, { a: '1' })
      await store.addSpace(plane)
      assert.deepEqual(await search(store, 0), [])
    }),
  },
  {
    name: 'given chunks have the cosines that a search gives them, those without a vector none',
    check: whereVectorsAreSearched(async (store) => {
      const texts = numbered(50, (number) => `${number * 3}`)
      await fill(store, texts, 'embedded')
      await embedAngles(store)
      await fill(store, { later: '1000' }, 'later')
      const ids = [...Object.keys(texts), 'later', 'gone', '']
      const scores = await store.scoreVector({ space: plane, vector: atAngle(33), ids })
      const hits = await search(store, 33)
      assert.equal(scores.size, 50)
      for (const { id, score } of hits) isNear(scores.get(id), score)
      assert.deepEqual([...scores.keys()].toSorted(), hits.map(({ id }) => id).toSorted())
    }),
  },
  {
    name: 'chunks that share a text share its vector, and are all found, by id',
    check: whereVectorsAreSearched(async (store) => {
      await fill(store, { b: '10', c: '10', near: '5' }, 'one')
      await fill(store, { a: '10' }, 'two')
      await embedAngles(store)
      assert.deepEqual(await foundIds(store, 0), ['near', 'a', 'b', 'c'])
      for (const limit of [1, 2, 3, 4]) {
        assert.deepEqual(await foundIds(store, 0, limit), ['near', 'a', 'b', 'c'].slice(0, limit))
      }
    }),
  },
  {
    name: 'equal cosines are ordered by id, and a smaller limit gives the beginning of a larger one',
    check: whereVectorsAreSearched(async (store) => {
      const texts = numbered(30, (number) => `${number % 2 === 0 ? 20 : 40} degrees, number ${number}`)
      await fill(store, Object.fromEntries(Object.entries(texts).toReversed()))
      await embedAngles(store)
      const ids = Object.keys(texts)
      const expected = [...ids.filter((_, n) => n % 2 === 0), ...ids.filter((_, n) => n % 2 === 1)]
      for (let limit = 1; limit <= 30; limit += 1) {
        assert.deepEqual(await foundIds(store, 0, limit), expected.slice(0, limit))
      }
    }),
  },
  {
    name: 'a chunk with several vectors counts once, by its nearest',
    check: whereVectorsAreSearched(async (store) => {
      await store.addRoot({ name: 'notes', path: '/home/notes' })
      const inputs = ['80 ', '20 ', '50 '].map((prefix) => ({ prefix, from: 0, to: 4 }))
      await store.replaceDocument(sampleDocument('a.md'), [
        sampleChunk('many', 'text', { inputs }),
        sampleChunk('one', '30'),
      ])
      await embedAngles(store)
      const hits = await search(store, 0)
      assert.deepEqual(
        hits.map(({ id }) => id),
        ['many', 'one'],
      )
      isNear(hits[0]?.score, cosineOfAngle(20))
      const scores = await store.scoreVector({ space: plane, vector: atAngle(0), ids: ['many'] })
      isNear(scores.get('many'), cosineOfAngle(20))
    }),
  },
  {
    name: 'the length of a vector does not matter, however long or short',
    check: whereVectorsAreSearched(async (store) => {
      await fill(store, { a: '10 1e30', b: '20 1e-30', c: '30 1' })
      await store.addSpace(plane)
      await embedAll(store, plane, scaledVector)
      for (const length of ['1e-30', '1', '1e30']) {
        const hits = await store.searchVector({
          space: plane,
          vector: scaledVector(`0 ${length}`),
          limit: 10,
        })
        assert.deepEqual(
          hits.map(({ id }) => id),
          ['a', 'b', 'c'],
        )
        for (const [place, angle] of [10, 20, 30].entries()) isNear(hits[place]?.score, cosineOfAngle(angle))
      }
    }),
  },
  {
    name: 'a vector may be a part of a larger array, and is neither changed nor held on to',
    check: whereVectorsAreSearched(async (store) => {
      await fill(store, { a: '10' })
      await store.addSpace(plane)
      const [pending] = await store.pendingTexts(plane, { limit: 1 })
      assert.ok(pending)
      const numbers = Float32Array.of(9, 3, 4, 9)
      const vector = numbers.subarray(1, 3)
      await store.putVectors(plane, [{ key: pending.key, vector }])
      assert.deepEqual([...numbers], [9, 3, 4, 9])
      numbers.fill(7)
      const [hit] = await store.searchVector({
        space: plane,
        vector: Float32Array.of(0, 0, 1, 0).subarray(2),
        limit: 1,
      })
      isNear(hit?.score, 3 / 5)
    }),
  },
]
