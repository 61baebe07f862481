import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddingError } from '@recallite/embeddings'
import { openSqliteStore } from '@recallite/store-sqlite'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from './__fixtures__/concept-model.js'
import { filledBy, backendOver, turned } from './__fixtures__/filled-store.js'
import { testBackend, testMemory } from './__fixtures__/test-memory.js'
import { proveBackend } from './probes.js'

const gone = new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', 'its file is gone')

const unavailable = { available: false, provider: null, model: null }

/** A backend that cannot be opened. */
function brokenBackend(model: string) {
  return testBackend(() => Promise.reject(gone), { model })
}

/** The result of the probe, after checking that a query has the same result. */
async function probe(...[options]: Parameters<typeof testMemory>) {
  const { memory } = await testMemory(options)
  const available = await memory.probeEmbeddingAvailability()
  const { answer } = await memory.search('vehicle')
  return { available, answer }
}

describe('A25: probing embeddings', () => {
  it('A25: names the model that works', async () => {
    const { available, answer } = await probe({
      store: await filledBy('a'),
      models: [backendOver('a').backend],
    })
    expect(available).toEqual({ available: true, provider: 'test', model: 'a', reason: null })
    expect(answer.retrievers.vector).toBe('ok')
  })

  it('A25: reports why the model fails, or why there is none', async () => {
    const store = await filledBy('a')
    const { available, answer } = await probe({ store, models: [brokenBackend('a')] })
    expect(available).toEqual({ ...unavailable, reason: 'test/a: its file is gone' })
    expect(answer.retrievers.vector).toBe('failed')
    const { memory } = await testMemory({ noModelReason: 'none was chosen' })
    expect(await memory.probeEmbeddingAvailability()).toEqual({ ...unavailable, reason: 'none was chosen' })
  })

  it.each([
    ['opens', testBackend(() => new Promise(() => undefined), { model: 'a' })],
    ['answers', backendOver('a', { onRequest: () => new Promise<void>(() => undefined) }).backend],
  ])('A25: stops waiting for a model that never %s', async (_, backend) => {
    const { memory } = await testMemory({ store: await filledBy('a'), models: [backend], queryDeadline: 40 })
    expect(await memory.probeEmbeddingAvailability()).toEqual({
      ...unavailable,
      reason: expect.stringMatching(/^test\/a: no answer within \d+ ms/),
    })
  })

  it('A25: reports for an empty index whether the first model answers', async () => {
    const { memory } = await testMemory({ models: [backendOver('a').backend, brokenBackend('b')] })
    expect(await memory.probeEmbeddingAvailability()).toEqual({
      available: true,
      provider: 'test',
      model: 'a',
      reason: expect.stringMatching(/^nothing is embedded yet/),
    })
    const broken = await testMemory({ models: [brokenBackend('a'), backendOver('b').backend] })
    expect(await broken.memory.probeEmbeddingAvailability()).toEqual({
      ...unavailable,
      reason: 'test/a: its file is gone',
    })
  })

  it('A25: reports a model as unavailable if the index has no vectors of it', async () => {
    const { available, answer } = await probe({
      store: await filledBy('a'),
      models: [backendOver('b').backend],
    })
    expect(available).toEqual({ ...unavailable, reason: expect.stringMatching(/vectors of a, not of b/) })
    expect(answer.retrievers.vector).toBe('off')
  })
})

describe('A25: probing vector search', () => {
  it('A25: names the version of the extension that works', async () => {
    const { memory } = await testMemory()
    expect(await memory.probeVectorAvailability()).toEqual({
      available: true,
      version: expect.stringMatching(/^v?\d/),
      reason: null,
    })
  })

  it('A25: reports that the extension is switched off, although queries can be embedded', async () => {
    const store = await openSqliteStore({ path: ':memory:', vectorExtension: false })
    const { memory } = await testMemory({ store, models: [backendOver('a').backend] })
    const { available, reason } = await memory.probeVectorAvailability()
    expect([available, reason]).toEqual([false, expect.stringMatching(/switched off/)])
    expect((await memory.probeEmbeddingAvailability()).available).toBe(true)
    expect((await memory.status()).fallback).toEqual({ to: 'words', reason })
  })
})

describe('A21: warming up', () => {
  it('A21: opens and verifies the model before the first query', async () => {
    const requests: (readonly string[])[] = []
    let opened = 0
    const { model } = createConceptModel({ name: 'a', onRequest: (texts) => void requests.push(texts) })
    const open = async () => {
      opened += 1
      return model
    }
    const { memory } = await testMemory({
      store: await filledBy('a'),
      models: [testBackend(open, { model: 'a' })],
    })
    expect([await memory.warmUp(), opened, requests.length]).toEqual([{ degraded: [] }, 1, 1])
    expect((await memory.search('vehicle')).answer.model).toBe('a')
    expect([opened, requests.at(-1)]).toEqual([1, ['vehicle']])
  })

  it('A21: reports failures without rejecting', async () => {
    const broken = new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', 'no file')
    const models = [testBackend(() => Promise.reject(broken), { model: 'a' })]
    const { memory } = await testMemory({ store: await filledBy('a'), models })
    expect(await memory.warmUp()).toEqual({ degraded: [{ retriever: 'vector', reason: 'test/a: no file' }] })
  })

  it('A21: opens nothing if embeddings are off, or nothing is embedded', async () => {
    const { memory } = await testMemory()
    expect(await memory.warmUp()).toEqual({ degraded: [] })
    let opened = 0
    const { backend } = backendOver('a')
    const open: typeof backend.open = (signal) => {
      opened += 1
      return backend.open(signal)
    }
    const empty = await testMemory({ models: [{ ...backend, open }] })
    const { degraded } = await empty.memory.warmUp()
    expect([degraded.length, opened]).toEqual([1, 0])
  })
})

const { signal } = new AbortController()

describe('proving a backend', () => {
  it('embeds one sentence, and compares it with the index if that has vectors of the model', async () => {
    const store = await filledBy('concepts')
    const spaces = await store.listSpaces()
    expect(await proveBackend(backendOver('concepts').backend, { spaces, signal })).toEqual({
      dimensions: 7,
      isKnown: true,
    })
    expect((await proveBackend(backendOver('others').backend, { spaces, signal })).isKnown).toBe(false)
    await store.close()
  })

  it('detects a model that has changed under its name', async () => {
    const store = await filledBy('concepts')
    const { model } = createConceptModel({ name: 'concepts' })
    const backend = testBackend(async () => turned(model))
    await expect(proveBackend(backend, { spaces: await store.listSpaces(), signal })).rejects.toThrow(
      /changed under the same name/,
    )
    await store.close()
  })

  it('closes the model whether or not it answers', async () => {
    const { model } = createConceptModel()
    let freed = 0
    const dispose = async () => void (freed += 1)
    await proveBackend(
      testBackend(async () => ({ ...model, dispose })),
      { spaces: [], signal },
    )
    const silent = { ...model, dispose, embed: () => Promise.reject(new Error('no')) }
    await expect(
      proveBackend(
        testBackend(async () => silent),
        { spaces: [], signal },
      ),
    ).rejects.toThrow('no')
    expect(freed).toBe(2)
  })

  it('respects the deadline, and closes a model that opens too late', async () => {
    const { model } = createConceptModel()
    let freed = 0
    const dispose = async () => void (freed += 1)
    const opening = Promise.withResolvers<typeof model>()
    const backend = testBackend(() => opening.promise)
    await expect(proveBackend(backend, { spaces: [], signal: AbortSignal.timeout(5) })).rejects.toThrow(
      /timeout/,
    )
    opening.resolve({ ...model, dispose })
    await sleep(0)
    expect(freed).toBe(1)
  })
})
