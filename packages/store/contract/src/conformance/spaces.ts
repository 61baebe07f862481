import assert from 'node:assert/strict'
import type { Store } from '../store.js'
import type { KeptSpace, Space } from '../vector-space.js'
import { ask, atAngle, embedAll, embedAngles, fill, finds } from './samples.js'
import { findsAt, other, plane } from './samples.js'
import { rejectsWith, whereVectorsAreSearched, type Cases } from './samples.js'

const differing: readonly Space[] = [
  { ...plane, provider: 'other' },
  other,
  { ...plane, dimensions: 3 },
  { ...plane, promptStyle: 'other' },
]

const initial = { source: null, canary: null, isFilled: false, hasVectors: false }

async function storedSpace(store: Store, space: Space): Promise<KeptSpace | undefined> {
  return (await store.listSpaces()).find(({ model }) => model === space.model)
}

/** For each space, in order: texts with a vector / all texts + unused vectors. */
async function countsOf(store: Store): Promise<string[]> {
  const { spaces } = await store.status()
  return spaces.map((one) => `${one.model} ${one.vectors}/${one.vectors + one.pending}+${one.unusedVectors}`)
}

/** A vector from its angle and length. */
function scaled(text: string): Float32Array {
  const [angle = 0, length = 1] = text.split(' ').map(Number)
  return atAngle(angle).map((value) => value * length)
}

/** Inputs at these angles, which start at different characters. */
const textsAt = (...angles: number[]) => angles.map((angle, from) => ({ prefix: `${angle} `, from, to: 4 }))

const invalid = [[1, Number.NaN], [Infinity, 1], [1, -Infinity], [0, -0], [1], [1, 2, 3], []]

/** Several vector spaces, and the removal of vectors, in addition to the model. */
export const spaceCases: Cases = {
  'a space is identified by all its properties, and the last chosen one is listed last': async (store) => {
    assert.deepEqual(await store.listSpaces(), [])
    for (const space of [plane, ...differing, ...differing, plane, plane]) await store.putSpace({ ...space })
    await store.putSpace(other, { choose: false, isFilled: false })
    const inOrder = [...differing, plane]
    const whole = (facts: object) => inOrder.map((space) => ({ ...space, ...facts }))
    assert.deepEqual(await store.listSpaces(), whole(initial))
    const { canary: _, ...facts } = { ...initial, vectors: 0, unusedVectors: 0, pending: 0, bytes: 0 }
    assert.deepEqual((await store.status()).spaces, whole(facts))
  },
  'source, canary and isFilled of a space change separately': async (store) => {
    const canary = Float32Array.of(0.1, -3e20)
    await store.putSpace(plane, { canary, source: 'local:/models/ä b.gguf' })
    await store.putSpace(other)
    const expected = { ...plane, ...initial, canary, source: 'local:/models/ä b.gguf' }
    const turned = { isFilled: false, canary: atAngle(45) }
    for (const changes of [{}, { isFilled: true }, {}, { source: 'again' }, turned]) {
      await store.putSpace(plane, { ...changes, choose: false })
      Object.assign(expected, changes)
      assert.deepEqual(await store.listSpaces(), [expected, { ...other, ...initial }])
      const sources = (await store.status()).spaces.map(({ source }) => source)
      assert.deepEqual(sources, [expected.source, null])
    }
    await store.putSpace(plane, { source: undefined })
    assert.deepEqual(await storedSpace(store, plane), expected)
    await store.putSpace(plane, { source: 'moved' })
    await store.putSpace(plane)
    assert.deepEqual(await storedSpace(store, plane), { ...expected, source: 'moved' })
  },
  'the status counts the vectors of a space and their bytes, including unused ones': async (store) => {
    await fill(store, { a: '10', b: '20' })
    await store.putSpace(other)
    await embedAngles(store)
    const bytes = async () => (await store.status()).spaces.map((space) => space.bytes)
    const [nothing, before] = await bytes()
    assert.ok(nothing === 0 && before !== undefined && before > 0)
    assert.equal((await storedSpace(store, other))?.hasVectors, false)
    assert.deepEqual(await countsOf(store), ['other 0/2+0', 'plane 2/2+0'])
    await store.removeRoot('notes')
    assert.equal((await storedSpace(store, plane))?.hasVectors, true)
    assert.deepEqual(await bytes(), [0, before])
    await fill(store, { c: '30' })
    await embedAll(store, plane)
    assert.deepEqual(await bytes(), [0, before * 1.5])
  },
  'an initial space is refused by every call that does not add one': async (store) => {
    await fill(store, { a: 'text' })
    await store.putSpace(plane)
    const { vectorSearch } = await store.status()
    for (const space of differing) {
      const vector = new Float32Array(space.dimensions).fill(1)
      await rejectsWith(
        'STORE_UNKNOWN_SPACE',
        store.pendingTexts(space, { limit: 1 }),
        store.putVectors(space, [{ key: '00', vector }]),
        store.putSpace(space, { choose: false, isFilled: true }),
        store.putSpace(space, { choose: false }),
        ...(store.maintenance ? [store.maintenance.dropSpace(space)] : []),
      )
      const request = { space, vector, limit: 1, ids: [] }
      const code = vectorSearch.available ? 'STORE_UNKNOWN_SPACE' : 'STORE_NO_VECTOR_SEARCH'
      await rejectsWith(code, store.findByVector(request), store.scoreByVector(request))
    }
    assert.deepEqual(await countsOf(store), ['plane 0/1+0'])
  },
  'a dropped space is gone with its vectors and properties, and nothing else is': async (store) => {
    if (!store.maintenance) return
    const { dropSpace } = store.maintenance
    await fill(store, { a: '10', b: '20' })
    await store.putSpace(plane, { source: 'before', canary: atAngle(1), isFilled: true })
    await embedAngles(store)
    await store.putSpace(other)
    await embedAll(store, other)
    await fill(store, { b: '20' })
    await dropSpace(plane)
    assert.deepEqual(await countsOf(store), ['other 1/1+1'])
    await finds(store, ask.word('20'), 'b')
    await rejectsWith('STORE_UNKNOWN_SPACE', dropSpace(plane))
    await store.putSpace(plane)
    assert.deepEqual(await storedSpace(store, plane), { ...plane, ...initial })
    await fill(store, { a: '10', b: '20' })
    assert.deepEqual(await countsOf(store), ['other 2/2+0', 'plane 0/2+0'])
  },
  'a new space replaces another one and has its vectors and properties': async (store) => {
    await fill(store, { a: '10', b: '20' })
    await embedAngles(store)
    await store.putSpace(plane, { canary: atAngle(1), isFilled: true })
    await store.putSpace(other, { source: 'after', replaces: plane })
    const facts = { canary: atAngle(1), source: 'after', isFilled: true, hasVectors: true }
    assert.deepEqual(await store.listSpaces(), [{ ...other, ...facts }])
    await store.putSpace(plane, { replaces: { ...plane, model: 'unknown' } })
    await store.putSpace(other, { replaces: plane })
    assert.deepEqual(await countsOf(store), ['plane 0/2+0', 'other 2/2+0'])
  },
  ...whereVectorsAreSearched({
    'a search uses only the vectors of its space, even after another space was dropped': async (store) => {
      await fill(store, { a: '10', b: '20' })
      await store.putSpace(other)
      await embedAngles(store)
      const request = { space: other, vector: atAngle(0), limit: 1 }
      assert.deepEqual(await store.findByVector(request), [])
      await embedAll(store, other, (text) => atAngle(100 - Number(text)))
      assert.equal((await store.findByVector(request))[0]?.id, 'b')
      const inPlane = () => findsAt(store, { vector: atAngle(0), limit: 9 }, { a: 10, b: 20 })
      await inPlane()
      await store.maintenance?.dropSpace(other)
      await inPlane()
      if (store.maintenance) await rejectsWith('STORE_UNKNOWN_SPACE', store.findByVector(request))
    },
    'the length of a vector does not matter': async (store) => {
      await fill(store, { a: '10 1e30', b: '20 1e-30', c: '30 1' })
      await store.putSpace(plane)
      await embedAll(store, plane, scaled)
      for (const length of ['1e-30', '1', '1e30'])
        await findsAt(store, { vector: scaled(`0 ${length}`), limit: 9 }, { a: 10, b: 20, c: 30 })
    },
    'the similarity of a chunk is that of its nearest text': async (store) => {
      const chunks = { c: [40, 25], d: [30, 70, 30], b: [60, 40], a: [45], e: [100, 70, 110] }
      const samples = Object.entries(chunks).map(
        ([id, angles]) => [id, { text: 'text', inputs: textsAt(...angles) }] as const,
      )
      await fill(store, Object.fromEntries(samples))
      await embedAngles(store)
      const degrees = Object.fromEntries(
        Object.entries(chunks).map(([id, angles]) => [id, Math.min(...angles)]),
      )
      for (const limit of [1, 2, 9]) await findsAt(store, { vector: atAngle(0), limit }, degrees)
      const ids = Object.keys(chunks)
      const scores = await store.scoreByVector({ space: plane, vector: atAngle(0), ids })
      const starts = ids.map((id) => scores.get(id)?.nearest.from)
      assert.deepEqual(starts, [1, 0, 1, 0, 1])
    },
    'a chunk is scored by the vectors that exist': async (store) => {
      const inputs = ['10 ', '50 ', '30 '].map((prefix) => ({ prefix, from: 0, to: 4 }))
      await fill(store, { a: { text: 'text', inputs } })
      await store.putSpace(plane)
      const pending = await store.pendingTexts(plane, { limit: 9 })
      const add = async (angle: number) => {
        const { key } = pending.find(({ text }) => text.startsWith(`${angle}`)) ?? { key: '' }
        await store.putVectors(plane, [{ key, vector: atAngle(angle) }])
      }
      const isAt = (degrees: number) => findsAt(store, { vector: atAngle(0), limit: 9 }, { a: degrees })
      await add(50)
      await isAt(50)
      await add(30)
      await isAt(30)
      await add(10)
      await isAt(10)
    },
    'a vector may be a part of a larger array, and is copied': async (store) => {
      await fill(store, { a: '10' })
      await store.putSpace(plane)
      const numbers = Float32Array.of(9, 3, 4, 9)
      await embedAll(store, plane, () => numbers.subarray(1, 3))
      assert.deepEqual([...numbers], [9, 3, 4, 9])
      numbers.fill(7)
      const degrees = (Math.acos(3 / 5) * 180) / Math.PI
      await findsAt(store, { vector: Float32Array.of(0, 0, 1, 0).subarray(2), limit: 9 }, { a: degrees })
    },
  }),
  'only vectors that are unused for long enough are removed, from every space': async (store) => {
    if (!store.maintenance) return
    const { removeUnusedVectors } = store.maintenance
    await store.putSpace(other)
    await fill(store, { a: '10', b: '20', c: '30', d: '40' })
    await embedAll(store, other)
    await embedAngles(store)
    assert.equal(await removeUnusedVectors({ unusedFor: 0 }), 0)
    await fill(store, { a: '10' })
    assert.equal(await removeUnusedVectors({ unusedFor: 60_000 }), 0)
    assert.deepEqual(await countsOf(store), ['other 1/1+3', 'plane 1/1+3'])
    await fill(store, { d: '40' }, 'elsewhere')
    assert.equal(await removeUnusedVectors({ unusedFor: 0 }), 4)
    assert.deepEqual(await countsOf(store), ['other 2/2+0', 'plane 2/2+0'])
    await fill(store, { a: '10', b: '20' })
    const pending = await store.pendingTexts(plane, { limit: 100 })
    assert.equal(pending.map(({ text }) => text).join(), '20')
  },
  'an invalid vector is refused with its whole batch, as a canary, and by every search': async (store) => {
    await fill(store, { a: 'one', b: 'two', c: 'three' })
    await store.putSpace(plane, { canary: atAngle(1) })
    await store.putVectors(plane, [])
    const before = await store.pendingTexts(plane, { limit: 10 })
    const { vectorSearch } = await store.status()
    for (const numbers of invalid) {
      const vector = Float32Array.from(numbers)
      const batch = before.map(({ key }, index) => ({ key, vector: index === 1 ? vector : atAngle(1) }))
      const request = { space: plane, vector, limit: 1, ids: [] }
      await rejectsWith(
        'STORE_INVALID_VECTOR',
        store.putVectors(plane, batch),
        store.putSpace(plane, { canary: vector, isFilled: true }),
        ...(vectorSearch.available ? [store.findByVector(request), store.scoreByVector(request)] : []),
      )
      assert.deepEqual(await store.pendingTexts(plane, { limit: 10 }), before)
    }
    assert.deepEqual(await storedSpace(store, plane), { ...plane, ...initial, canary: atAngle(1) })
  },
}
