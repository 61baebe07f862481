import { describe, expect, it } from 'vitest'
import { strategyNames } from '@recallite/fusion'
import { createConceptModel } from '../../__fixtures__/concept-model.js'
import { indexedMemory } from '../../__fixtures__/test-memory.js'
import { openRecordMemory } from '../../records/__fixtures__/open-record-memory.js'
import type { SearchResult } from '../answer.js'
import type { Retriever } from './retriever.js'

const notes = {
  'harbour-fees.md': 'They are paid in spring.',
  'boats.md': 'A boat on the ocean, near the harbour.',
  'car.md': 'The automobile needs tyres.',
}

/** Finds chunks by the name of their file. */
const byFileName: Retriever = {
  specificationVersion: 'v1',
  name: 'file-name',
  kinds: ['file'],
  async find({ store, filter, limit, query }) {
    const { ids } = await store.findByWords({ limit: 100, filter })
    const scores = await this.score(ids, { query, store } as never, { candidates: [] })
    const found = Array.from(scores, ([id, { score }]) => ({ id, score })).filter(({ score }) => score > 0)
    return {
      candidates: found.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, limit),
    }
  },
  async score(ids, { store, query }) {
    const words = query.terms.flatMap((term) => term.words.map(({ form }) => form))
    const { items } = await store.readItems(ids)
    const share = (path: string) => words.filter((word) => path.includes(word)).length / words.length
    return new Map(items.map(({ id, locator }) => [id, { score: share(locator.path) }]))
  },
}

const confidenceOf = (results: readonly SearchResult[], chunk: string) =>
  results.find(({ id }) => id === chunk)?.confidence

const named = (change: Partial<Retriever>): Retriever => Object.assign({ ...byFileName }, change)

const openMemory = async (...retrievers: Retriever[]) =>
  (await indexedMemory(notes, { retrievers, openModel: async () => createConceptModel().model })).memory

describe('an additional retriever', () => {
  it('only adds candidates without a weight, with scores by keyword and vector, and a contribution of 0', async () => {
    const [without, memory] = [await openMemory(), await openMemory(byFileName)]
    const query = 'rbour-fe'
    const how = { threshold: 0, textWeight: 1, vectorWeight: 0, correctSpelling: false }
    expect((await without.search(query, how)).answer.results).toEqual([])
    const { answer, found } = await memory.search(query, how)
    expect(answer.results.map(({ path }) => path)).toEqual(['harbour-fees.md'])
    expect(answer.results[0]?.contributions).toMatchObject([
      { source: 'keyword', rank: null },
      { source: 'file-name', rank: 1, raw: expect.any(Number), normalized: null, weight: 0, value: 0 },
    ])
    expect([answer.mode, answer.retrievers, found]).toEqual([
      'file-name',
      { keyword: 'empty', vector: 'off', 'file-name': 'ok' },
      { keyword: 0, vector: 0, 'file-name': 1 },
    ])
    expect(answer.timings.retrievers['file-name']).toBeGreaterThan(0)
    expect(answer.explanation.stages.find(({ stage }) => stage === 'retrieve')?.did).toContain(
      'file-name 1 candidate',
    )
  })

  it.each(strategyNames())(
    'has a score with a weight in %s, and confidence does not change',
    async (fusion) => {
      const memory = await openMemory(named({ weight: 0.5 }))
      const plain = await openMemory()
      const how = { fusion, threshold: 0 }
      const { results } = (await memory.search('harbour fees', how)).answer
      const before = (await plain.search('harbour fees', how)).answer.results
      expect(results[0]?.path).toBe('harbour-fees.md')
      const byName = results[0]?.contributions.find(({ source }) => source === 'file-name')
      expect(byName).toMatchObject({ rank: 1, raw: 1 })
      expect(byName?.value).toBeGreaterThan(0)
      for (const { id, confidence, fusedScore, contributions } of results) {
        expect(confidenceOf(before, id) ?? confidence).toBe(confidence)
        expect(contributions.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(fusedScore, 12)
      }
      const lighter = await memory.search('harbour fees', { ...how, weights: { 'file-name': 0.01 } })
      const first = lighter.answer.results.find(({ path }) => path === 'harbour-fees.md')
      expect(first?.contributions.at(-1)?.value).toBeLessThan(byName?.value ?? 0)
    },
  )

  it('loses only its own candidates if it fails, or returns what fusion cannot read', async () => {
    const candidates = [{ id: 'a', score: Number.NaN }]
    const failing = [
      named({ name: 'rejects', find: async () => Promise.reject(new Error('no disk')) }),
      named({ name: 'cannot-prepare', prepare: async () => Promise.reject(new Error('no network')) }),
      named({ name: 'no-number', find: async () => ({ candidates }) }),
      named({ name: 'invents', find: async () => ({ candidates: [{ id: 'nowhere', score: 1 }] }) }),
      named({ name: 'cannot-score', score: async () => Promise.reject(new Error('no scores')) }),
    ]
    const memory = await openMemory(...failing)
    const { answer } = await memory.search('boat on the ocean')
    expect(answer.results[0]?.path).toBe('boats.md')
    expect(answer.retrievers).toMatchObject({
      rejects: 'failed',
      'cannot-prepare': 'failed',
      'no-number': 'failed',
    })
    const reasons = answer.degraded.map(({ retriever, reason }) => `${retriever}: ${reason}`)
    expect(reasons).toEqual(
      expect.arrayContaining([
        'rejects: no disk',
        'cannot-prepare: no network',
        expect.stringContaining('no-number: '),
        'cannot-score: no scores',
      ]),
    )
  })

  it('is reported by why, even for documents that it did not find', async () => {
    const memory = await openMemory(byFileName)
    const { chunk } = await memory.why('harbour fees', 'car.md')
    expect(chunk?.retrievers.map(({ name, rank }) => [name, rank])).toEqual([
      ['keyword', null],
      ['vector', expect.anything()],
      ['file-name', null],
    ])
  })

  it.each([
    [{ name: 'keyword' }, 'keyword'],
    [{ name: '' }, 'name'],
    [{ specificationVersion: 'v2' }, 'v1', 'SPECIFICATION_UNSUPPORTED'],
    [{ weight: -1 }, 'weight'],
  ])('is rejected with %j', async (change, word, code = 'OPTION_INVALID') => {
    const wrong = { ...byFileName, ...change } as Retriever
    await expect(openMemory(wrong)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(word),
    })
  })

  it('may find records, and does not run for other kinds', async () => {
    const kinds: string[] = []
    const counting = named({
      name: 'counting',
      kinds: ['record'],
      find: async ({ kind }) => (kinds.push(kind), { candidates: [] }),
    })
    const { whole } = await openRecordMemory({ retrievers: [counting] })
    await whole.records.remember('The heron limps.')
    kinds.length = 0
    await whole.search('heron')
    expect(kinds).toEqual(['record'])
  })
})
