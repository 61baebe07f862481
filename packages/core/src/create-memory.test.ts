import { renameSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { EmbeddingError } from '@recallite/embeddings'
import { StoreError } from '@recallite/store'
import { openSqliteStore } from '@recallite/store-sqlite'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from './__fixtures__/concept-model.js'
import { notesFolder, writeNote } from './__fixtures__/notes-folder.js'
import { indexedMemory, testBackend, testMemory } from './__fixtures__/test-memory.js'
import { createMemory } from './create-memory.js'

const code = (name: string) => expect.objectContaining({ code: name })
const pathsOf = ({ results }: { results: readonly { path: string }[] }) => results.map(({ path }) => path)

async function embeddedStore() {
  const store = await openSqliteStore({ path: ':memory:' })
  const { model } = createConceptModel()
  const { folder } = await indexedMemory(
    { 'car.md': 'The automobile needs tyres.' },
    { store, openModel: async () => model },
  )
  return { store, folder }
}

describe('the model of a memory', () => {
  it('is opened again after a failed attempt', async () => {
    const { store } = await embeddedStore()
    const { model } = createConceptModel()
    const attempts = [new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', 'not yet'), undefined]
    const openModel = async () => {
      const failure = attempts.shift()
      if (failure) throw failure
      return model
    }
    const { memory } = await testMemory({ store, openModel })
    expect((await memory.search('vehicle')).answer.retrievers.vector).toBe('failed')
    expect((await memory.search('vehicle')).answer.retrievers.vector).toBe('ok')
  })

  it('does not delay closing while it is being opened, and is then closed', async () => {
    const { store } = await embeddedStore()
    const freed: string[] = []
    const arrival = Promise.withResolvers<void>()
    let isAborted = false
    const memory = createMemory({
      store,
      queryDeadline: 50,
      models: [
        testBackend(async (signal) => {
          signal.addEventListener('abort', () => (isAborted = true))
          await arrival.promise
          return { ...createConceptModel().model, dispose: async () => void freed.push('model') }
        }),
      ],
    })
    expect((await memory.search('automobile')).answer.degraded[0]?.reason).toMatch(/timeout/)
    await memory.close()
    expect(isAborted).toBe(true)
    arrival.resolve()
    await setTimeout(10)
    expect(freed).toEqual(['model'])
  })
})

describe('a driver for another version of its contract', () => {
  const unsupported = expect.objectContaining({
    code: 'SPECIFICATION_UNSUPPORTED',
    message: expect.stringMatching(/has the specificationVersion v2, but .* supports v1\. Install /),
  })

  it('is rejected at once if it is passed in, or is the reason of a failure if it is opened later', async () => {
    const { store } = await embeddedStore()
    const { model } = createConceptModel()
    const newer = <Driver extends object>(driver: Driver) =>
      Object.assign({ ...driver }, { specificationVersion: 'v2' as 'v1' })
    const reranker = newer({ identity: { provider: 'x', model: 'y' }, rerank: async () => [] })
    for (const options of [{ store: newer(store) }, { store, models: [newer(model)] }, { store, reranker }]) {
      expect(() => createMemory(options)).toThrow(unsupported)
    }
    const memory = createMemory({
      store,
      models: [testBackend(async () => newer(model))],
      reranker: { ...reranker.identity, host: null, open: async () => reranker },
    })
    const { answer } = await memory.search('automobile')
    expect(answer.degraded.map(({ retriever }) => retriever)).toEqual(['vector', 'reranker'])
    for (const { reason } of answer.degraded) expect(reason).toMatch(/specificationVersion v2/)
  })
})

describe('an abort', () => {
  it('ends a search with its reason', async () => {
    const { store } = await embeddedStore()
    const controller = new AbortController()
    const hanging = createConceptModel({
      onRequest() {
        controller.abort(new Error('no longer wanted'))
        return new Promise(() => undefined)
      },
    })
    const { memory } = await testMemory({ store, openModel: async () => hanging.model })
    await expect(memory.search('vehicle', { signal: controller.signal })).rejects.toThrow('no longer wanted')
  })
})

describe('a store that fails', () => {
  it('ends indexing with its error, without work in the background', async () => {
    const store = await openSqliteStore({ path: ':memory:' })
    let writes = 0
    const full = {
      ...store,
      async putVectors() {
        writes += 1
        throw new StoreError('STORE_FULL', 'the disk is full')
      },
    }
    const { model } = createConceptModel({ maxBatchItems: 1, onRequest: () => setTimeout(5) })
    const { memory } = await testMemory({ store: full, openModel: async () => model })
    const files = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`${n}.md`, `note ${n}`]))
    await expect(memory.index([notesFolder(files)])).rejects.toThrow(code('STORE_FULL'))
    const before = writes
    await setTimeout(50)
    expect(writes).toBe(before)
  })

  it('does not prevent an answer if changed files cannot be indexed', async () => {
    const { store, folder } = await embeddedStore()
    const broken = {
      ...store,
      listVersions: () => Promise.reject(new StoreError('STORE_UNAVAILABLE', 'no rows')),
    }
    const { memory } = await testMemory({ store: broken })
    writeNote(folder, 'car.md', 'changed')
    const { answer, syncFailure, stalePaths } = await memory.search('automobile')
    expect([answer.stale, syncFailure, stalePaths]).toEqual([true, 'no rows', []])
    expect(pathsOf(answer)).toEqual(['car.md'])
  })
})

describe('files that a search cannot check', () => {
  it('in a root that was moved or replaced remain indexed, and are stale', async () => {
    const { store, folder } = await embeddedStore()
    const { memory } = await testMemory({ store })
    const moved = join(notesFolder(), 'moved')
    renameSync(folder, moved)
    const missing = await memory.search('automobile')
    expect([pathsOf(missing.answer), missing.answer.stale]).toEqual([['car.md'], true])
    symlinkSync(moved, folder)
    const linked = await memory.search('automobile')
    expect([pathsOf(linked.answer), linked.stalePaths]).toEqual([['car.md'], [`${basename(folder)}:.`]])
    expect((await memory.index([])).removed).toBe(0)
  })

  it('that are large do not delay the search', async () => {
    const { store, folder } = await embeddedStore()
    const { memory } = await testMemory({ store })
    writeNote(folder, 'car.md', `zeppelin ${'word '.repeat(100_000)}`)
    const { answer, stalePaths } = await memory.search('automobile')
    expect([answer.stale, stalePaths]).toEqual([true, [`${basename(folder)}:car.md`]])
    await memory.index([])
    expect((await memory.search('zeppelin', { threshold: 0 })).answer.stale).toBe(false)
  })

  it('do not include unknown roots, which are rejected', async () => {
    const { store, folder } = await embeddedStore()
    const { memory } = await testMemory({ store })
    await expect(memory.search('automobile', { roots: ['typo'] })).rejects.toThrow(code('ROOT_UNKNOWN'))
    expect((await memory.search('automobile', { roots: [basename(folder)] })).answer.results).toHaveLength(1)
  })
})
