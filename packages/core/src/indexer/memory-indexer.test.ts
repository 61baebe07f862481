import { openSqliteStore, type SqliteStore } from '@recallite/store-sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { notesFolder, writeNote } from '../__fixtures__/notes-folder.js'
import { createChain } from '../embedding/chain.js'
import { backendFor } from '../embedding/backend.js'
import { defaultChunking } from './fingerprint.js'
import { createMemoryIndexer } from './memory-indexer.js'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Store, StoreError, type VerifyOptions } from '@recallite/store'
import { createMemory } from '../create-memory.js'

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
  it('may have pending texts at first and after every write, but not once all are embedded', async () => {
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

const day = 86_400_000

/** A memory of 30 notes with vectors, its clock, and how often its store was optimised. */
async function embeddedMemory({
  change = (store) => store,
}: { change?: (store: SqliteStore) => Store } = {}) {
  const clock = { at: 1_800_000_000_000 }
  const now = () => clock.at
  const store = await openSqliteStore({ path: ':memory:', now })
  let optimised = 0
  const optimise = () => {
    optimised += 1
    return store.maintenance.optimise()
  }
  const counting = { ...store, maintenance: { ...store.maintenance, optimise } }
  const { model, embedded } = createConceptModel()
  const memory = createMemory({ store: change(counting), models: [model], now })
  onTestFinished(() => memory.close())
  const folder = notesFolder(
    Object.fromEntries(Array.from({ length: 30 }, (_, number) => [`n${number}.md`, `Car number ${number}.`])),
  )
  await memory.index([folder])
  const unused = async () => (await store.status()).spaces.map(({ unusedVectors }) => unusedVectors)
  return { memory, clock, folder, embedded, unused, optimised: () => optimised }
}

describe('after an update', () => {
  it('vectors of deleted texts stay for seven days, in case a text comes back', async () => {
    const { memory, clock, folder, embedded, unused } = await embeddedMemory()
    rmSync(join(folder, 'n1.md'))
    rmSync(join(folder, 'n2.md'))
    await memory.sync()
    expect(await unused()).toEqual([2])
    clock.at += 6 * day
    const before = embedded.length
    writeNote(folder, 'n1.md', 'Car number 1.')
    await memory.sync()
    expect([await unused(), embedded.length - before]).toEqual([[1], 0])
    clock.at += day
    await memory.sync()
    expect(await unused()).toEqual([0])
  })

  it('the store is optimised after many changes, else once a day', async () => {
    const { memory, clock, folder, optimised } = await embeddedMemory()
    expect(optimised()).toBe(1)
    writeNote(folder, 'n1.md', 'Another car.')
    await memory.sync()
    expect(optimised()).toBe(1)
    clock.at += day
    await memory.sync()
    await memory.sync()
    expect(optimised()).toBe(2)
    for (let number = 0; number < 10; number += 1) writeNote(folder, `n${number}.md`, `Ocean ${number}.`)
    await memory.sync()
    expect(optimised()).toBe(3)
    clock.at -= 10 * day
    await memory.sync()
    expect(optimised()).toBe(4)
  })

  it('the optimisation of a full or busy store is postponed, and only an explicit one fails', async () => {
    const optimise = () => Promise.reject(new StoreError('STORE_FULL', 'full'))
    const refusing = (store: SqliteStore) => ({ ...store, maintenance: { ...store.maintenance, optimise } })
    const { memory } = await embeddedMemory({ change: refusing })
    expect((await memory.status()).files).toBe(30)
    await expect(memory.optimise()).rejects.toMatchObject({ code: 'STORE_FULL' })
  })

  it('an index run looks for damage before it changes anything, and once a day', async () => {
    let verified = 0
    const counting = ({ maintenance, ...store }: SqliteStore) => {
      const verify = (options?: VerifyOptions) => maintenance.verify(options).finally(() => (verified += 1))
      return { ...store, maintenance: { ...maintenance, verify } }
    }
    const { memory, clock, folder } = await embeddedMemory({ change: counting })
    const counts = []
    for (const change of [
      () => {},
      () => writeNote(folder, 'n1.md', 'Another car.'),
      () => {},
      () => (clock.at += day),
      () => {},
    ]) {
      change()
      await memory.index([])
      counts.push(verified)
    }
    expect(counts).toEqual([1, 2, 2, 3, 3])
  })

  it('all vectors of deleted texts are removed at once on request', async () => {
    const { memory, folder, unused } = await embeddedMemory()
    rmSync(join(folder, 'n1.md'))
    await memory.sync()
    expect(await memory.optimise()).toMatchObject({ removedVectors: 0, postponed: null })
    expect(await memory.optimise({ keepUnusedVectors: 0 })).toMatchObject({ removedVectors: 1 })
    expect(await unused()).toEqual([0])
  })
})
