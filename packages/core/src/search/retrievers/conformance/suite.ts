import assert from 'node:assert/strict'
import type { SearchFilter, Store } from '@recallite/store'
import { resolveSearchOptions } from '../../search-options.js'
import { parse } from '../../stages/parse.js'
import type { Candidate, Found, RetrievalRequest, Retriever } from '../retriever.js'

/** A retriever, with a store and a query for testing it. */
export interface RetrieverSubject {
  readonly retriever: Retriever
  /** Contains documents of the retriever's first kind. */
  readonly store: Store
  /** A query for which the retriever finds chunks of at least two documents. */
  readonly query: string
}

/** One requirement of the contract. */
export interface RetrieverCase {
  readonly name: string
  /** Rejects if the requirement is not met, usually with an `AssertionError`. */
  run(): Promise<void>
}

/**
 * The requirements of a retriever as test cases for any test runner.
 * @param open returns a subject for each case; the caller closes its store
 */
export function retrieverConformance(open: () => Promise<RetrieverSubject>): RetrieverCase[] {
  return Object.entries(cases).map(([name, check]) => ({ name, run: async () => check(await open()) }))
}

const cases: Readonly<Record<string, (subject: RetrieverSubject) => Promise<void>>> = {
  'has a name, kinds and the version of the contract': async ({ retriever }) => {
    assert.equal(retriever.specificationVersion, 'v1')
    assert.ok(retriever.name.length > 0, 'the name is empty')
    assert.ok(retriever.kinds.length > 0, 'it lists no kinds')
    assert.ok((retriever.weight ?? 0) >= 0, `the weight is ${retriever.weight}`)
  },

  'finds chunks of the store, each once, best first and ties by id': async (subject) => {
    const { candidates } = await find(subject)
    const ids = candidates.map(({ id }) => id)
    const { items } = await subject.store.readItems(ids)
    assert.ok(new Set(items.map(({ locator }) => locator.path)).size > 1, 'it found fewer than two documents')
    assert.deepEqual(
      items.map(({ id }) => id),
      ids,
    )
    assert.equal(new Set(ids).size, ids.length)
    assert.deepEqual(candidates, candidates.toSorted(bestFirst))
    for (const { score } of candidates) {
      assert.ok(Number.isFinite(score), `a score is ${score}`)
      assert.ok(score >= (subject.retriever.minimum ?? 0), `${score} is below the minimum`)
    }
  },

  'finds the same chunks again, and the first of them with a smaller limit': async (subject) => {
    const { candidates } = await find(subject)
    assert.deepEqual((await find(subject)).candidates, candidates)
    assert.deepEqual((await find(subject, { limit: 1 })).candidates, candidates.slice(0, 1))
  },

  'finds only chunks that match the filter': async (subject) => {
    const { candidates } = await find(subject)
    const [first] = (await subject.store.readItems(candidates.map(({ id }) => id))).items
    const path = first?.locator.path ?? ''
    const filter: SearchFilter = { kind: 'not', filter: { kind: 'path', globs: [path] } }
    const found = await find(subject, { filter })
    const { items } = await subject.store.readItems(found.candidates.map(({ id }) => id))
    assert.ok(items.length > 0, 'it found nothing')
    assert.deepEqual(
      items.filter(({ locator }) => locator.path === path),
      [],
    )
  },

  'scores the chunks that it found as before, in any order': async (subject) => {
    const { request, found } = await findWith(subject)
    const ids = found.candidates.map(({ id }) => id)
    const scores = await subject.retriever.score(ids.toReversed(), request, found)
    for (const { id, score } of found.candidates) {
      const again = scores.get(id)?.score ?? Number.NaN
      assert.ok(Math.abs(again - score) <= 1e-9, `the score of ${id} was ${score}, and is now ${again}`)
    }
  },

  'scores no unknown chunks, and nothing without ids': async (subject) => {
    const { request, found } = await findWith(subject)
    const none = await subject.retriever.score([], request, found)
    const unknown = await subject.retriever.score(['no such chunk'], request, found)
    assert.deepEqual([none.size, unknown.size], [0, 0])
  },
}

function bestFirst(a: Candidate, b: Candidate): number {
  return b.score - a.score || (a.id < b.id ? -1 : 1)
}

type Narrowed = Partial<Pick<RetrievalRequest, 'limit' | 'filter'>>

async function find(subject: RetrieverSubject, narrowed: Narrowed = {}): Promise<Found> {
  return (await findWith(subject, narrowed)).found
}

/** Runs the retriever as a search does. */
async function findWith({ retriever, store, query: text }: RetrieverSubject, narrowed: Narrowed = {}) {
  const [kind = 'file'] = retriever.kinds
  const settings = resolveSearchOptions({})
  const searched = { kind, store, filters: {}, settings, now: Date.now() }
  const { query } = await parse({ text, options: {}, kinds: [searched] })
  const prepared = await retriever.prepare?.(query, {})
  const limits = {
    limit: settings.candidates,
    filter: undefined,
    mayCorrect: true,
    otherStores: [],
    ...narrowed,
  }
  const request: RetrievalRequest = { kind, store, query, prepared, ...limits }
  return { request, found: await retriever.find(request) }
}
