import { describe, expect, it } from 'vitest'
import { filledBy } from './__fixtures__/filled-store.js'
import { testBackend, testMemory } from './__fixtures__/test-memory.js'
import type { EmbeddingBackend } from './embedding/backend.js'
import { type AnsweringFacts, fallbackOf } from './status.js'

function unopened(model: string) {
  return testBackend(() => Promise.reject(new Error('nobody may open it')), { model })
}

describe('A25: the status of a memory', () => {
  it('A25: names backend, provider and model, and opens nothing', async () => {
    const { memory } = await testMemory({ store: await filledBy('a'), models: [unopened('a')] })
    expect(await memory.status()).toMatchObject({
      backend: 'sqlite',
      provider: 'test',
      model: 'a',
      fallback: null,
      files: 2,
      degraded: [],
    })
  })

  it('A25: names the previous model while a new one has no vectors', async () => {
    const backendOf = (source: string) => (source === 'test:a' ? unopened('a') : undefined)
    const { memory } = await testMemory({ store: await filledBy('a'), models: [unopened('new')], backendOf })
    expect((await memory.status()).fallback).toEqual({
      to: 'test/a',
      reason: 'test/new has no vectors in this index',
    })
  })
})

function backend(model: string, more: Partial<EmbeddingBackend> = {}): EmbeddingBackend {
  const open = () => Promise.reject(new Error('nobody may open it'))
  return { provider: 'local', model, source: `local:${model}`, host: null, open, ...more }
}

const first = backend('first')

const second = backend('second')

const remote = backend('remote', { provider: 'openai', host: 'api.openai.com' })

function fallback(facts: Partial<AnsweringFacts<EmbeddingBackend>>) {
  return fallbackOf({
    backends: [first],
    plan: { usable: [first], withoutVectors: [] },
    obstacleOf: () => undefined,
    vectorSearch: { available: true, reason: null },
    noModelReason: undefined,
    ...facts,
  })
}

const isBroken = (broken: EmbeddingBackend) => (candidate: EmbeddingBackend) =>
  candidate === broken ? 'its file is gone' : undefined

describe('A25: the backend for a query', () => {
  it('A25: is the first one, without a fallback', () => {
    expect(fallback({})).toBeNull()
    expect(fallback({ backends: [], plan: { usable: [], withoutVectors: [] } })).toBeNull()
  })

  it.each<[string, Partial<AnsweringFacts<EmbeddingBackend>>, string, RegExp]>([
    ['there is no model', { backends: [], noModelReason: 'no model' }, 'words', /^no model$/],
    [
      'vectors cannot be searched',
      { vectorSearch: { available: false, reason: 'no vec' } },
      'words',
      /^no vec$/,
    ],
    [
      'nothing is embedded',
      { plan: { usable: [], withoutVectors: [first] } },
      'words',
      /first has no vectors in this index/,
    ],
    ['its model is gone', { obstacleOf: isBroken(first) }, 'words', /^local\/first: its file is gone$/],
    [
      'another has the vectors',
      { plan: { usable: [second], withoutVectors: [first] } },
      'local/second',
      /first has no vectors in this index/,
    ],
    [
      'the next one can',
      {
        backends: [first, second],
        plan: { usable: [first, second], withoutVectors: [] },
        obstacleOf: isBroken(first),
      },
      'local/second',
      /its file is gone/,
    ],
    [
      'a new model is being filled',
      { plan: { usable: [second, first], withoutVectors: [] } },
      'local/second',
      /first has not finished embedding/,
    ],
  ])('A25: is a fallback if %s', (_, facts, to, reason) => {
    expect(fallback(facts)).toEqual({ to, reason: expect.stringMatching(reason) })
  })

  it('A25: is not remote after a local failure, unless the settings allow it', () => {
    const failing = { backends: [first, remote], obstacleOf: isBroken(first) }
    const plan = { usable: [first, remote], withoutVectors: [] }
    expect(fallback({ ...failing, plan })).toEqual({
      to: 'words',
      reason: expect.stringContaining('nothing is sent to another machine'),
    })
    const meant = { usable: [first, { ...remote, isUsersFallback: true }], withoutVectors: [] }
    expect(fallback({ ...failing, plan: meant })?.to).toBe('openai/remote')
  })
})
