import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fill, sampleChunk } from '../__fixtures__/samples.js'
import { openSqliteStore } from '../open-store.js'

/** The definition of the cosine, in double precision. */
function plainCosine(a: Float32Array, b: Float32Array): number {
  let [product, ofA, ofB] = [0, 0, 0]
  for (const [place, value] of a.entries()) {
    const other = b[place] ?? Number.NaN
    product += value * other
    ofA += value * value
    ofB += other * other
  }
  return product / Math.sqrt(ofA * ofB)
}

const component = fc.float({ min: -1000, max: 1000, noNaN: true })

function vectorOf(dimensions: number) {
  return fc
    .array(component, { minLength: dimensions, maxLength: dimensions })
    .map((values) => Float32Array.from(values))
    .filter((vector) => vector.some((value) => Math.abs(value) > 1e-3))
}

const collection = fc.constantFrom(2, 3, 8, 17, 96).chain((dimensions) =>
  fc.record({
    query: vectorOf(dimensions),
    kept: fc.array(vectorOf(dimensions), { minLength: 1, maxLength: 12 }),
  }),
)

/** A store with these vectors, each of a chunk named by its index. */
async function storeOf(kept: readonly Float32Array[]) {
  const store = await openSqliteStore({ path: ':memory:' })
  const space = { provider: 'sample', model: 'random', dimensions: kept[0]?.length ?? 0, promptStyle: 'none' }
  await fill(
    store,
    kept.map((_, place) => sampleChunk(`chunk ${place}`, `text ${place}`)),
  )
  await store.putSpace(space)
  const pending = await store.pendingTexts(space, { limit: 100 })
  const vectorFor = (text: string) => kept[Number(text.replace('text ', ''))] ?? new Float32Array()
  await store.putVectors(
    space,
    pending.map(({ key, text }) => ({ key, vector: vectorFor(text) })),
  )
  return { store, space }
}

describe('vector search', () => {
  it('A3: returns the exact cosine, for all chunks and for given ones', async () => {
    await fc.assert(
      fc.asyncProperty(collection, async ({ query, kept }) => {
        const { store, space } = await storeOf(kept)
        const expected = new Map(kept.map((vector, place) => [`chunk ${place}`, plainCosine(query, vector)]))
        const hits = await store.findByVector({ space, vector: query, limit: 100 })
        const scores = await store.scoreByVector({ space, vector: query, ids: [...expected.keys()] })
        await store.close()
        expect(hits.map(({ id }) => id).toSorted()).toEqual([...expected.keys()].toSorted())
        for (const { id, score } of hits) {
          expect(Math.abs(score - (expected.get(id) ?? Number.NaN))).toBeLessThan(1e-5)
          expect(scores.get(id)?.score).toBe(score)
        }
        const order = hits.map(({ score }) => score)
        expect(order).toEqual(order.toSorted((a, b) => b - a))
      }),
      { numRuns: 60 },
    )
  })
})
