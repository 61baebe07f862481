import { describe, expect, it } from 'vitest'
import { createChain } from '../../embedding/chain.js'
import { createConceptModel } from '../../__fixtures__/concept-model.js'
import { indexedMemory, testBackend } from '../../__fixtures__/test-memory.js'
import { retrieverConformance } from './conformance/suite.js'
import { createKeywordRetriever } from './keyword-retriever.js'
import { createVectorRetriever } from './vector-retriever.js'
import type { Retriever } from './retriever.js'

const notes = {
  'car.md': 'The automobile needs tyres.',
  'garage.md': 'A vehicle in the garage, and a car on the street.',
  'sea.md': 'A boat on the ocean.',
}

async function openStore() {
  const { model } = createConceptModel()
  const { store } = await indexedMemory(notes, { openModel: async () => model })
  return { store, model }
}

describe('the keyword retriever', () => {
  it.each(
    retrieverConformance(async () => {
      const { store } = await openStore()
      return { retriever: createKeywordRetriever(), store, query: 'automobile garage' }
    }),
  )('$name', async ({ run }) => expect(await run()).toBeUndefined())
})

describe('the vector retriever', () => {
  it.each(
    retrieverConformance(async () => {
      const { store, model } = await openStore()
      const chain = createChain({
        backends: [testBackend(async () => model)],
        backendOf: () => undefined,
        now: Date.now,
      })
      const source = { store, chain, noModelReason: undefined, deadline: 10_000 }
      return { retriever: createVectorRetriever(source), store, query: 'vehicle' }
    }),
  )('$name', async ({ run }) => expect(await run()).toBeUndefined())
})

describe('the suite', () => {
  it('rejects a retriever that ignores the filter, repeats a candidate, or forgets its scores', async () => {
    const broken: readonly (readonly [change: Partial<Retriever>, failures: number])[] = [
      [
        {
          find: (request) =>
            createKeywordRetriever().find({ ...request, prepared: undefined, filter: undefined }),
        },
        1,
      ],
      [{ score: async () => new Map() }, 1],
      [{ name: '' }, 1],
    ]
    for (const [change, failures] of broken) {
      const outcomes = retrieverConformance(async () => {
        const { store } = await openStore()
        const retriever = { ...createKeywordRetriever(), ...change } as Retriever
        return { retriever, store, query: 'automobile garage' }
      }).map(({ run }) => run())
      const rejected = (await Promise.allSettled(outcomes)).filter(({ status }) => status === 'rejected')
      expect(rejected).toHaveLength(failures)
    }
  })
})
