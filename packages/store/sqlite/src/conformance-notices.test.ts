import { describe, expect, it } from 'vitest'
import type { Store } from '@recallite/store'
import { storeConformance } from '@recallite/store/conformance'
import { openSqliteStore } from './open-store.js'

/** Ways to break a promise, each by little, with the name of a case that must notice. */
const faults: Readonly<Record<string, readonly [changes: (store: Store) => Partial<Store>, notice: RegExp]>> =
  {
    'a filter that acts after the limit': [
      (store) => ({
        searchKeyword: async ({ filter, ...request }) => {
          const hits = await store.searchKeyword(request)
          const chunks = await store.readChunks(hits.map(({ id }) => id))
          const roots = new Map(chunks.map(({ id, root }) => [id, root]))
          const [condition] = filter ?? []
          if (condition?.kind !== 'root') return hits
          return hits.filter(({ id }) => condition.names.includes(roots.get(id) ?? ''))
        },
      }),
      /not starved .* keyword/,
    ],
    'a vector filter that is forgotten': [
      (store) => ({ searchVector: ({ filter: _, ...request }) => store.searchVector(request) }),
      /not starved .* vector/,
    ],
    'texts that are embedded once per chunk': [
      (store) => ({
        pendingTexts: async (space, page) => {
          const pending = await store.pendingTexts(space, page)
          return pending.flatMap((text) => [text, text])
        },
      }),
      /pending once/,
    ],
    'vectors that are taken unseen': [
      (store) => ({
        putVectors: async (space, vectors) =>
          store.putVectors(
            space,
            vectors.filter(({ vector }) => vector.every(Number.isFinite)),
          ),
      }),
      /not a number/,
    ],
    'scores of chunks that are not there': [
      (store) => ({
        scoreKeyword: async (request) => {
          const scores = await store.scoreKeyword(request)
          return new Map(request.ids.map((id) => [id, scores.get(id) ?? { bm25: 0, matched: 0 }]))
        },
      }),
      /chunks that are not there/,
    ],
    'matched without the unknown terms': [
      (store) => ({
        scoreKeyword: async (request) =>
          store.scoreKeyword({
            ...request,
            terms: request.terms.filter(
              ({ feature }) => feature.kind !== 'word' || feature.stem !== 'unknown',
            ),
          }),
      }),
      /share of the telling terms/,
    ],
    'documents that are kept when their root goes': [
      () => ({ removeRoot: async () => undefined }),
      /removing a root/,
    ],
  }

async function failuresOf(changes: (store: Store) => Partial<Store>): Promise<string[]> {
  const open = async () => {
    const store = await openSqliteStore({ path: ':memory:' })
    return { ...store, ...changes(store) }
  }
  const failed: string[] = []
  for (const { name, run } of storeConformance(open)) {
    await run().catch(() => failed.push(name))
  }
  return failed
}

describe('the conformance suite', () => {
  it.each(Object.entries(faults))('notices %s', async (_, [changes, notice]) => {
    expect(await failuresOf(changes)).toContainEqual(expect.stringMatching(notice))
  })

  it('finds no fault where there is none', async () => {
    expect(await failuresOf(() => ({}))).toEqual([])
  })
})
