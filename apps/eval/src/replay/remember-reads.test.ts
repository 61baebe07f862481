import { createMemory } from '@recallite/core'
import type { Store } from '@recallite/store'
import { openSqliteStore } from '@recallite/store-sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { notesSuite, writeFiles } from '../__fixtures__/suite-folder.js'
import { rememberReads } from './remember-reads.js'

async function notesStore(): Promise<Store> {
  const store = await openSqliteStore({ path: ':memory:' })
  onTestFinished(() => store.close())
  await createMemory({ store }).index([writeFiles(notesSuite)])
  return store
}

describe('rememberReads', () => {
  it('answers as the store does, and asks it the same thing once', async () => {
    const store = await notesStore()
    const asked: string[] = []
    const watched: Store = {
      ...store,
      findByWords: (request) => (asked.push('search'), store.findByWords(request)),
      readItems: (ids) => (asked.push('read'), store.readItems(ids)),
    }
    const { store: remembered, forget } = rememberReads(watched)
    const plain = createMemory({ store, freshness: 'none' })
    const memory = createMemory({ store: remembered, freshness: 'none' })
    const resultsOf = async (which: typeof memory, limit: number) =>
      (await which.search('billing service', { threshold: 0, limit, candidates: 50 })).answer.results
    expect(await resultsOf(memory, 6)).toEqual(await resultsOf(plain, 6))
    expect(asked).toEqual(['search', 'read'])
    expect(await resultsOf(memory, 1)).toEqual(await resultsOf(plain, 1))
    expect(asked).toEqual(['search', 'read'])
    forget()
    await resultsOf(memory, 6)
    expect(asked).toHaveLength(4)
  })

  it('reads the terms of the same chunks once', async () => {
    const store = await notesStore()
    const asked: string[] = []
    const watched: Store = {
      ...store,
      readTermLists: (ids) => (asked.push(ids.join(' ')), store.readTermLists(ids)),
    }
    const { store: remembered } = rememberReads(watched)
    for (const id of ['one', 'other', 'one']) await remembered.readTermLists([id])
    expect(asked).toEqual(['one', 'other'])
  })

  it('tells vectors apart by which they are', async () => {
    const store = await notesStore()
    const asked: Float32Array[] = []
    const watched: Store = { ...store, findByVector: async ({ vector }) => (asked.push(vector), []) }
    const { store: remembered } = rememberReads(watched)
    const space = { provider: 'test', model: 'm', dimensions: 2, promptStyle: 'none' }
    const [one, other] = [Float32Array.of(1, 0), Float32Array.of(0, 1)]
    for (const vector of [one, other, one]) await remembered.findByVector({ space, vector, limit: 5 })
    expect(asked).toEqual([one, other])
  })
})
