import type { NewChunk, Store } from '@recallite/store'
import { openSqliteStore } from '@recallite/store-sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { measureRecall } from './measure-recall.ts'

const space = { provider: 'sample', model: 'circle', dimensions: 2, promptStyle: 'none' }
const count = 50

function chunkOf(number: number): NewChunk {
  const text = `text ${number}`
  const place = { startLine: 1, endLine: 1, startColumn: null, endColumn: null, heading: [], tokens: 2 }
  const words = { text: [], parts: [], place: [] }
  const inputs = [{ prefix: '', from: 0, to: text.length }]
  return { id: `${number}`, text, ...place, words, termList: new Uint8Array(), inputs }
}

/** A store of vectors on a circle. */
async function openFilled(): Promise<Store> {
  const store = await openSqliteStore({ path: ':memory:' })
  onTestFinished(() => store.close())
  await store.putRoot({ name: 'notes', path: '/notes' })
  const marks = { title: '', metadata: {}, contentHash: '', fingerprint: '', stamp: '', readAt: 0 }
  const chunks = Array.from({ length: count }, (_, number) => chunkOf(number))
  await store.writeDocuments({ put: [{ document: { root: 'notes', path: 'a.md', ...marks }, chunks }] })
  await store.putSpace(space)
  const pending = await store.pendingTexts(space, { limit: count })
  const vectors = pending.map(({ key, text }) => {
    const angle = Number(text.replace('text ', '')) / 10
    return { key, vector: Float32Array.of(Math.cos(angle), Math.sin(angle)) }
  })
  await store.putVectors(space, vectors)
  return store
}

describe('measureRecall', () => {
  it('is 1 where all of the nearest are found', async () => {
    expect(await measureRecall(await openFilled(), space)).toEqual({ chunks: count, queries: 20, recall: 1 })
  })

  it('counts what a store does not find', async () => {
    const store = await openFilled()
    const halving: Store = {
      ...store,
      findByVector: async (request) => {
        const all = await store.findByVector({ ...request, limit: 2 * request.limit })
        return all.filter((_, place) => place % 2 === 0)
      },
    }
    const { recall } = await measureRecall(halving, space, { queries: 7, limit: 4 })
    expect(recall).toBeGreaterThan(0.2)
    expect(recall).toBeLessThan(0.8)
  })

  it('asks nothing of a store that gives no samples', async () => {
    const { sampleVectors: _, ...store } = await openFilled()
    expect(await measureRecall(store, space)).toEqual({ chunks: 0, queries: 0, recall: 1 })
  })
})
