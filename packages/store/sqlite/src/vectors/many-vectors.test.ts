import type { SearchFilter } from '@recallite/store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cosineOf, topicVectors } from './codes/__fixtures__/topic-vectors.js'
import { codesPerBlock } from './codes/code-block.js'
import { minBlocks } from './codes/code-reader.js'
import { sampleChunk, sampleDocument } from '../__fixtures__/samples.js'
import { openSqliteStore, type SqliteStore } from '../open-store.js'

const space = { provider: 'sample', model: 'topics', dimensions: 96, promptStyle: 'none' }
const vectors = topicVectors((minBlocks + 1) * codesPerBlock + 7, space.dimensions)
const shares: Readonly<Record<string, (number: number) => boolean>> = {
  most: (number) => number % 10 > 0,
  few: (number) => number % 10 === 0,
}

/** A store with enough vectors for codes, in two roots. */
async function openFilled(): Promise<SqliteStore> {
  const store = await openSqliteStore({ path: ':memory:' })
  for (const [root, isIn] of Object.entries(shares)) {
    await store.putRoot({ name: root, path: `/${root}` })
    const chunks = vectors.flatMap((_, number) =>
      isIn(number) ? [sampleChunk(`${number}`, `text ${number}`)] : [],
    )
    await store.writeDocuments({ put: [{ document: sampleDocument('a.md', { root }), chunks }] })
  }
  await store.putSpace(space)
  const pending = await store.pendingTexts(space, { limit: vectors.length })
  const vectorFor = (text: string) => vectors[Number(text.replace('text ', ''))] ?? new Float32Array()
  await store.putVectors(
    space,
    pending.map(({ key, text }) => ({ key, vector: vectorFor(text) })),
  )
  return store
}

describe('the nearest vectors of many', () => {
  let store: SqliteStore
  beforeAll(async () => void (store = await openFilled()))
  afterAll(() => store.close())

  async function find(query: Float32Array, filter?: SearchFilter): Promise<number[]> {
    const found = await store.findByVector({ space, vector: query, limit: 10, filter })
    for (const { id, score } of found) {
      expect(score).toBeCloseTo(cosineOf(query, vectors[Number(id)] ?? new Float32Array()), 5)
    }
    return found.map(({ id }) => Number(id))
  }

  function nearest(query: Float32Array, isIn: (number: number) => boolean): number[] {
    return vectors
      .map((vector, number) => ({ number, cosine: cosineOf(query, vector) }))
      .filter(({ number }) => isIn(number))
      .toSorted((a, b) => b.cosine - a.cosine)
      .slice(0, 10)
      .map(({ number }) => number)
  }

  it.each([3, 20, vectors.length - 1])(
    'are found for vector %d, with their exact cosines',
    async (number) => {
      const query = vectors[number] ?? new Float32Array()
      const found = await find(query)
      expect(found[0]).toBe(number)
      const expected = nearest(query, () => true)
      expect(expected.filter((one) => found.includes(one)).length).toBeGreaterThanOrEqual(9)
    },
  )

  it.each(Object.entries(shares))('are found in the root %s', async (root, isIn) => {
    const query = vectors[11] ?? new Float32Array()
    const found = await find(query, { kind: 'root', names: [root] })
    expect(found.every(isIn)).toBe(true)
    const expected = nearest(query, isIn)
    expect(expected.filter((one) => found.includes(one)).length).toBeGreaterThanOrEqual(9)
  })

  it.each(Object.entries(shares))('are all found in the root %s, and no others', async (root, isIn) => {
    const expected = vectors.flatMap((_, number) => (isIn(number) ? [`${number}`] : []))
    const query = vectors[11] ?? new Float32Array()
    const filter: SearchFilter = { kind: 'root', names: [root] }
    const found = await store.findByVector({ space, vector: query, limit: vectors.length, filter })
    expect(found.map(({ id }) => id).toSorted()).toEqual(expected.toSorted())
  })

  it('are found in a root after its chunks were rewritten, without chunks of another root with the same text', async () => {
    const filter: SearchFilter = { kind: 'root', names: ['most'] }
    const query = vectors[20] ?? new Float32Array()
    const findInMost = async () => {
      const found = await store.findByVector({ space, vector: query, limit: 1, filter })
      return found.map(({ id }) => id)
    }
    expect(await findInMost()).not.toContain('20')
    const document = sampleDocument('b.md', { root: 'most' })
    await store.writeDocuments({ put: [{ document, chunks: [sampleChunk('twenty', 'text 20')] }] })
    expect(await findInMost()).toEqual(['twenty'])
    await store.writeDocuments({ removed: [{ root: 'most', path: 'b.md' }] })
    expect(await findInMost()).not.toContain('twenty')
  })

  it('are found after the last whole block, and after vectors were removed', async () => {
    await store.writeDocuments({ removed: [{ root: 'few', path: 'a.md' }] })
    const query = vectors[20] ?? new Float32Array()
    const found = await find(query)
    expect(found).not.toContain(20)
    expect(
      nearest(query, shares['most'] ?? Boolean).filter((one) => found.includes(one)).length,
    ).toBeGreaterThanOrEqual(9)
  })
})
