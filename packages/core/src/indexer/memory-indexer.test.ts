import { openSqliteStore } from '@recallite/store-sqlite'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { notesFolder, writeNote } from '../__fixtures__/notes-folder.js'
import { createChain } from '../embedding/chain.js'
import { backendFor } from '../embedding/backend.js'
import { defaultChunking } from './fingerprint.js'
import { createMemoryIndexer } from './memory-indexer.js'

async function indexerOf(notes: Record<string, string>) {
  const folder = notesFolder(notes)
  const store = await openSqliteStore({ path: ':memory:' })
  const chain = createChain({
    backends: [backendFor(createConceptModel().model)],
    backendOf: () => undefined,
    now: Date.now,
  })
  const common = {
    store,
    chain,
    chunking: defaultChunking,
    keepUnusedVectors: 0,
    now: Date.now,
    sleep: undefined,
  }
  return { folder, store, indexer: createMemoryIndexer({ ...common, sources: [folder] }) }
}

describe('the indexer of a memory', () => {
  it('may have pending texts at first and after every write, and not once all is embedded', async () => {
    const { folder, indexer } = await indexerOf({ 'a.md': 'automobile' })
    expect(await indexer.mayHavePending()).toBe(true)
    await indexer.index([], {})
    expect(await indexer.mayHavePending()).toBe(false)
    await indexer.update([], {})
    expect(await indexer.mayHavePending()).toBe(false)
    writeNote(folder, 'b.md', 'vehicle')
    await indexer.update([], {})
    expect(await indexer.mayHavePending()).toBe(true)
    await indexer.embed({})
    expect(await indexer.mayHavePending()).toBe(false)
  })

  it('runs one update at a time', async () => {
    const { indexer, store } = await indexerOf({ 'a.md': 'automobile' })
    const reports = await Promise.all([indexer.index([], {}), indexer.index([], {}), indexer.update([], {})])
    expect(reports.map(({ added }) => added).toSorted()).toEqual([0, 0, 1])
    expect((await store.status()).documents).toBe(1)
  })
})
