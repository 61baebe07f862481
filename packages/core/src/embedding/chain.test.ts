import { EmbeddingError } from '@recallite/embeddings'
import { openSqliteStore } from '@recallite/store-sqlite'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { filledBy, backendOver, turned } from '../__fixtures__/filled-store.js'
import { notesFolder } from '../__fixtures__/notes-folder.js'
import { testBackend, testMemory } from '../__fixtures__/test-memory.js'

const unavailable = new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', 'the key is refused')
const refusal = new EmbeddingError('EMBEDDING_REQUEST_INVALID', 'not this one')
const forever = () => new Promise<void>(() => undefined)

describe('a query of a chain', () => {
  it('A9: falls back to the next backend, with a reason for each that failed', async () => {
    const store = await filledBy('a', 'b', 'c')
    const backends = [
      backendOver('a', { onRequest: () => Promise.reject(unavailable) }).backend,
      testBackend(() => Promise.reject(new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', 'no file')), {
        model: 'b',
      }),
      backendOver('c').backend,
    ]
    const { memory } = await testMemory({ store, models: backends })
    const { answer } = await memory.search('vehicle')
    expect([answer.model, answer.retrievers.vector]).toEqual(['c', 'ok'])
    expect(answer.degraded).toEqual([
      { retriever: 'vector', reason: 'test/a: the key is refused' },
      { retriever: 'vector', reason: 'test/b: no file' },
    ])
    expect(answer.results[0]?.path).toBe('car.md')
  })

  it('A9: falls back to keywords if no backend answers, with a reason for each', async () => {
    const store = await filledBy('near', 'one', 'two')
    const fails = { onRequest: () => Promise.reject(unavailable) }
    const backends = [
      testBackend(() => Promise.reject(new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', 'no file')), {
        model: 'near',
      }),
      ...['one', 'two'].map((name) => ({
        ...backendOver(name, fails, `${name}.example.com`).backend,
        isUsersFallback: true,
      })),
    ]
    const { memory } = await testMemory({ store, models: backends })
    const { answer } = await memory.search('automobile')
    expect([answer.mode, answer.retrievers.vector, answer.model]).toEqual(['keyword', 'failed', null])
    expect(answer.degraded.map(({ reason }) => reason)).toEqual([
      'test/near: no file',
      'test/one: the key is refused',
      'test/two: the key is refused',
    ])
    expect(answer.results.map(({ path }) => path)).toEqual(['car.md'])
  })

  it('skips backends without vectors, and does not open them', async () => {
    const store = await filledBy('a')
    let opened = 0
    const empty = testBackend(
      async () => {
        opened += 1
        return createConceptModel().model
      },
      { model: 'empty' },
    )
    const { memory } = await testMemory({ store, models: [empty, backendOver('a').backend] })
    const { answer } = await memory.search('vehicle')
    expect([answer.model, opened]).toEqual(['a', 0])
    expect(answer.degraded[0]?.reason).toMatch(/vectors of a, not of empty.*recallite index/)
  })

  it('A9: answers by keywords within its budget if every backend hangs, with a reason for each', async () => {
    const store = await filledBy('a', 'b')
    const backends = ['a', 'b'].map((name) => backendOver(name, { onRequest: forever }).backend)
    const { memory } = await testMemory({ store, models: backends, queryDeadline: 500 })
    const { answer } = await memory.search('ocean')
    expect([answer.mode, answer.retrievers.vector]).toEqual(['keyword', 'failed'])
    expect(answer.degraded.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^test\/a: no answer within .* ms/),
      expect.stringMatching(/^test\/b: no answer within .* ms/),
    ])
    expect(answer.timings.retrievers['vector']).toBeLessThan(2_000)
  })

  it('stops using a failing backend, and notices without a restart that it is back', async () => {
    const store = await filledBy('a')
    const clock = { now: Date.now() }
    let requests = 0
    let isDown = true
    const onRequest = () => {
      requests += 1
      if (isDown) throw unavailable
    }
    const { backend } = backendOver('a', { onRequest }, 'api.example.com')
    const { memory } = await testMemory({ store, models: [backend], now: () => clock.now })
    expect((await memory.search('vehicle')).answer.degraded[0]?.reason).toBe('test/a: the key is refused')
    const { answer } = await memory.search('vehicle')
    expect(answer.degraded[0]?.reason).toMatch(/refused \(next attempt in 60 s\)/)
    expect(requests).toBe(1)
    expect((await memory.status()).fallback?.reason).toMatch(/next attempt in/)
    isDown = false
    clock.now += 60_000
    expect((await memory.search('vehicle')).answer.retrievers.vector).toBe('ok')
  })

  it.each([
    ['all zero', () => new Float32Array(7)],
    ['not a number', () => new Float32Array(7).fill(NaN)],
    ['infinite', () => new Float32Array(7).fill(Infinity)],
    ['of another length', () => new Float32Array(3).fill(1)],
  ])('A17: does not use a vector that is %s, and reports it', async (_, vector) => {
    const store = await filledBy('a')
    const { model } = createConceptModel({ name: 'a' })
    const broken = { ...model, embed: async ({ texts }: { texts: readonly string[] }) => texts.map(vector) }
    const { memory } = await testMemory({ store, models: [testBackend(async () => broken, { model: 'a' })] })
    const { answer } = await memory.search('ocean')
    expect([answer.mode, answer.retrievers.vector, answer.results[0]?.path]).toEqual([
      'keyword',
      'failed',
      'sea.md',
    ])
    expect(answer.degraded[0]?.reason).toMatch(/answered text 0/)
  })
})

describe('a query after a local model failed', () => {
  const broken = testBackend(
    () => Promise.reject(new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', 'gone')),
    {
      model: 'near',
    },
  )

  it('is not sent to another machine, even if that has vectors', async () => {
    const store = await filledBy('near', 'far')
    const far = backendOver(
      'far',
      { onRequest: () => Promise.reject(new Error('it was called')) },
      'api.example.com',
    )
    const { memory } = await testMemory({ store, models: [broken, far.backend] })
    const { answer } = await memory.search('ocean')
    expect([answer.mode, answer.retrievers.vector]).toEqual(['keyword', 'failed'])
    expect(answer.degraded.map(({ reason }) => reason)).toEqual([
      'test/near: gone',
      expect.stringMatching(/^test\/far: not used, because nothing is sent to another machine/),
    ])
  })

  it('is sent there if the user configured that backend as its fallback', async () => {
    const store = await filledBy('near', 'far')
    const far = { ...backendOver('far', {}, 'api.example.com').backend, isUsersFallback: true }
    const { memory } = await testMemory({ store, models: [broken, far] })
    expect((await memory.search('vehicle')).answer.model).toBe('far')
  })
})

describe('a model that changed under the same name', () => {
  it('does not answer; keywords do, with advice', async () => {
    const store = await filledBy('a')
    const changed = turned(createConceptModel({ name: 'a' }).model)
    const { memory } = await testMemory({ store, models: [testBackend(async () => changed, { model: 'a' })] })
    const { answer } = await memory.search('ocean')
    expect([answer.mode, answer.retrievers.vector]).toEqual(['keyword', 'failed'])
    expect(answer.degraded[0]?.reason).toMatch(/vectors that differ.*recallite spaces drop test\/a/)
  })

  it('writes nothing into the space', async () => {
    const store = await filledBy('a')
    const changed = turned(createConceptModel({ name: 'a' }).model)
    const { memory } = await testMemory({ store, models: [testBackend(async () => changed, { model: 'a' })] })
    const report = await memory.index([notesFolder({ 'new.md': 'A tutor teaches.' })])
    expect([report.embedded, report.embedFailure]).toEqual([0, expect.stringMatching(/vectors that differ/)])
    expect((await store.status()).spaces[0]).toMatchObject({ vectors: 2, pending: 1 })
  })

  it('is accepted if its space has no vectors yet', async () => {
    const store = { ...(await openSqliteStore({ path: ':memory:' })), close: async () => {} }
    const refusing = backendOver('a', {
      onRequest(texts) {
        if (texts.some((text) => text.includes('car'))) throw refusal
      },
    })
    const { memory: before } = await testMemory({ store, models: [refusing.backend] })
    const folder = notesFolder({ 'car.md': 'A car.', 'truck.md': 'Another car.' })
    expect((await before.index([folder])).embedded).toBe(0)
    const [begun] = await store.listSpaces()
    expect([begun?.hasVectors, begun?.canary?.length]).toEqual([false, 7])

    const changed = testBackend(async () => turned(createConceptModel({ name: 'a' }).model), { model: 'a' })
    const { memory } = await testMemory({ store, models: [changed] })
    expect(await memory.index([])).toMatchObject({ embedded: 2, embedFailure: null })
    expect((await memory.search('automobile')).answer).toMatchObject({ mode: 'vector', degraded: [] })
    const { memory: former } = await testMemory({ store, models: [backendOver('a').backend] })
    expect((await former.search('automobile')).answer.degraded[0]?.reason).toMatch(/vectors that differ/)
  })

  it('differs from a provider with one vector for all texts, which is reported too', async () => {
    const store = await filledBy('a')
    const { model } = createConceptModel({ name: 'a' })
    const [canary] = await model.embed({
      texts: [(await import('./canary.js')).canarySentence],
      role: 'query',
    })
    const alike = {
      ...model,
      embed: async ({ texts }: { texts: readonly string[] }) => texts.map(() => canary as Float32Array),
    }
    const { memory } = await testMemory({ store, models: [testBackend(async () => alike, { model: 'a' })] })
    expect((await memory.search('ocean')).answer.degraded[0]?.reason).toMatch(/the same vector for/)
    const report = await memory.index([notesFolder({ 'new.md': 'A tutor teaches.' })])
    expect([report.embedded, report.unembedded.length]).toEqual([0, 1])
  })
})
