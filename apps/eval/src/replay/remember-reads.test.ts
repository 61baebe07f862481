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
      searchKeyword: (request) => (asked.push('search'), store.searchKeyword(request)),
      scoreKeyword: (request) => (asked.push('score'), store.scoreKeyword(request)),
      readSoundChunks: (ids) => (asked.push('read'), store.readSoundChunks(ids)),
    }
    const { store: remembered, forget } = rememberReads(watched)
    const plain = createMemory({ store, freshness: 'none' })
    const memory = createMemory({ store: remembered, freshness: 'none' })
    const resultsOf = async (which: typeof memory, limit: number) =>
      (await which.search('billing service', { minScore: 0, limit, candidates: 50 })).answer.results
    expect(await resultsOf(memory, 6)).toEqual(await resultsOf(plain, 6))
    expect(asked).toEqual(['search', 'read'])
    expect(await resultsOf(memory, 1)).toEqual(await resultsOf(plain, 1))
    expect(asked).toEqual(['search', 'read'])
    forget()
    await resultsOf(memory, 6)
    expect(asked).toHaveLength(4)
  })

  it('scores the same chunks once', async () => {
    const store = await notesStore()
    const asked: string[] = []
    const watched: Store = {
      ...store,
      scoreKeyword: (request) => (asked.push(request.ids.join(' ')), store.scoreKeyword(request)),
    }
    const { store: remembered } = rememberReads(watched)
    const terms = [{ feature: { kind: 'word', stem: 'servic' }, weight: 1, isTelling: true }] as const
    for (const id of ['one', 'other', 'one']) await remembered.scoreKeyword({ terms, ids: [id] })
    expect(asked).toEqual(['one', 'other'])
  })

  it('tells vectors apart by which they are', async () => {
    const store = await notesStore()
    const asked: Float32Array[] = []
    const watched: Store = { ...store, searchVector: async ({ vector }) => (asked.push(vector), []) }
    const { store: remembered } = rememberReads(watched)
    const space = { provider: 'test', model: 'm', dimensions: 2, promptStyle: 'none' }
    const [one, other] = [Float32Array.of(1, 0), Float32Array.of(0, 1)]
    for (const vector of [one, other, one]) await remembered.searchVector({ space, vector, limit: 5 })
    expect(asked).toEqual([one, other])
  })
})
