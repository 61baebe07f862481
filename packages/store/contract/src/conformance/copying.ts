import assert from 'node:assert/strict'
import { unitVector, type NewVector } from '../vector-space.js'
import { createRandom } from './random.js'
import { other, plane, rejectsWith, times, type Cases } from './samples.js'

const rounded = ({ key, vector }: NewVector) => [
  key,
  ...unitVector(vector).map((value) => Math.round(1e6 * value)),
]

/** Reading vectors for a copy. */
export const copyingCases: Cases = {
  'vectors are read in pages, in the order of their keys, with the same numbers': async (store) => {
    const { readVectors } = store
    if (!readVectors) return
    const long = { ...plane, model: 'long', dimensions: 384 }
    const random = createRandom(11)
    const keys = times(9, (number) => `${number}`.repeat(32))
    const anyVector = (): Float32Array => Float32Array.from(times(384, () => random.below(2001) - 1000.5))
    const written: NewVector[] = keys.map((key) => ({ key, vector: anyVector() }))
    await rejectsWith('STORE_UNKNOWN_SPACE', readVectors(long, { limit: 1 }))
    await store.putSpace(other)
    for (const space of [long, { ...long, model: 'again' }]) {
      await store.putSpace(space)
      await store.putVectors(space, written.toReversed())
      const read: NewVector[] = []
      for (let after: string | null | undefined; after !== null;) {
        const { vectors, next } = await readVectors(space, { limit: 4, after })
        assert.ok(vectors.length <= 4)
        read.push(...vectors)
        after = next
      }
      assert.deepEqual(read.map(rounded), written.map(rounded))
      written.splice(0, 9, ...read)
    }
    assert.deepEqual(await readVectors(other, { limit: 4 }), { vectors: [], next: null })
  },
}
