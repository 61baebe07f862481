import { describe, expect, it } from 'vitest'
import { storeConformance } from '@recallite/store/conformance'
import { openSqliteStore, type SqliteStore } from './open-store.js'

type Fault = (store: SqliteStore) => Partial<SqliteStore>

/** Ways to break a promise, each by little, with the name of a case that must notice. */
const faults: Readonly<Record<string, readonly [changes: Fault, notice: RegExp]>> = {
  'a filter that acts after the limit': [
    (store) => ({
      findByWords: async ({ filter, ...request }) => {
        const found = await store.findByWords(request)
        const { items } = await store.readItems(found.ids)
        if (filter?.kind !== 'root') return found
        const kept = items.filter(({ locator }) => filter.names.includes(locator.root))
        return { ids: kept.map(({ id }) => id) }
      },
    }),
    /not starved .* by words/,
  ],
  'a vector filter that is forgotten': [
    (store) => ({ findByVector: ({ filter: _, ...request }) => store.findByVector(request) }),
    /not starved .* by vector/,
  ],
  'candidates that are only the first matches': [
    (store) => ({
      findByWords: async (request) => ({ ids: (await store.findByWords(request)).ids.slice(0, 30) }),
    }),
    /a store answers/,
  ],
  'candidates in another order than that of their ids, where there is no query': [
    (store) => ({
      findByWords: async (request) => ({ ids: (await store.findByWords(request)).ids.toReversed() }),
    }),
    /a store answers/,
  ],
  'term lists that lose their last zeros': [
    (store) => ({
      readTermLists: async (ids) => {
        const lists = await store.readTermLists(ids)
        return lists.map(({ id, termList }) => {
          return { id, termList: termList.subarray(0, 1 + termList.findLastIndex((byte) => byte > 0)) }
        })
      },
    }),
    /a store answers/,
  ],
  'counts that stop early': [
    (store) => ({
      readCounts: async (request) => {
        const counts = await store.readCounts(request)
        return { ...counts, counts: counts.counts.map((count) => Math.min(count, 10)) }
      },
    }),
    /a store answers/,
  ],
  'texts that are embedded once per chunk': [
    (store) => ({
      pendingTexts: async (space, page) => {
        const pending = await store.pendingTexts(space, page)
        return pending.flatMap((text) => [text, text])
      },
    }),
    /a store answers/,
  ],
  'vectors that are taken unseen': [
    (store) => ({
      putVectors: async (space, vectors) =>
        store.putVectors(
          space,
          vectors.filter(({ vector }) => vector.every(Number.isFinite)),
        ),
    }),
    /invalid vector is refused/,
  ],
  'a source that is forgotten': [
    (store) => ({ putSpace: (space, { source: _, ...changes } = {}) => store.putSpace(space, changes) }),
    /noted each by itself/,
  ],
  'spaces in the order of their age': [
    (store) => ({
      listSpaces: async () => {
        const spaces = await store.listSpaces()
        return spaces.toSorted((one, other) => (one.model < other.model ? -1 : 1))
      },
    }),
    /one chosen last comes last/,
  ],
  'a canary that is taken unseen': [
    (store) => ({
      putSpace: (space, changes) => store.putSpace(space, changes).catch(() => undefined),
    }),
    /invalid vector is refused/,
  ],
  'a canary that marks its space as filled': [
    (store) => ({
      putSpace: (space, changes = {}) =>
        store.putSpace(space, { ...changes, ...(changes.canary && { isFilled: true }) }),
    }),
    /noted each by itself/,
  ],
  'spaces that count only the vectors of texts that are there': [
    (store) => ({
      listSpaces: async () => {
        const [spaces, status] = [await store.listSpaces(), await store.status()]
        return spaces.map((space, place) => ({
          ...space,
          hasVectors: (status.spaces[place]?.vectors ?? 0) > 0,
        }))
      },
    }),
    /as long as any is kept/,
  ],
  'a dropped space that stays': [
    ({ maintenance }) => ({ maintenance: { ...maintenance, dropSpace: async () => undefined } }),
    /dropped space is gone/,
  ],
  'any space that is dropped': [
    ({ maintenance }) => {
      const dropSpace: typeof maintenance.dropSpace = (space) =>
        maintenance.dropSpace(space).catch(() => undefined)
      return { maintenance: { ...maintenance, dropSpace } }
    },
    /not begun is refused/,
  ],
  'documents whose secrets are forgotten': [
    (store) => ({
      writeDocuments: ({ put = [], ...changes }, options) => {
        const known = put.map(({ document: { isSecret: _, ...document }, chunks }) => ({ document, chunks }))
        return store.writeDocuments({ put: known, ...changes }, options)
      },
    }),
    /a store answers/,
  ],
  'texts that are secret by their first document alone': [
    (store) => ({
      pendingTexts: async (space, page) => {
        const pending = await store.pendingTexts(space, page)
        return pending.map((text) => ({ ...text, isSecret: text.isSecret && !text.text.startsWith('1') }))
      },
    }),
    /a store answers/,
  ],
  'a generation that counts documents and chunks': [
    (store) => ({
      generation: async () => {
        const { documents, chunks } = await store.status()
        return `${documents}.${chunks}`
      },
    }),
    /generation changes with every write/,
  ],
  'a generation that never stays': [
    (store) => {
      let asked = 0
      return { generation: async () => `${await store.generation()}.${(asked += 1)}` }
    },
    /generation changes with every write/,
  ],
  'documents that are kept when their root goes': [
    () => ({ removeRoot: async () => undefined }),
    /a store answers/,
  ],
}

/** The cases that fail, of those whose names match. */
async function failuresOf(changes: Fault, names: RegExp): Promise<string[]> {
  const open = async () => {
    const store = await openSqliteStore({ path: ':memory:' })
    return { ...store, ...changes(store) }
  }
  const failed: string[] = []
  for (const { name, run } of storeConformance(open)) {
    if (!names.test(name)) continue
    await run().catch(() => failed.push(name))
  }
  return failed
}

// That it finds no fault in a copy where nothing is changed: see `conformance.test.ts`.
describe('the conformance suite', () => {
  it.each(Object.entries(faults))('notices %s', async (_, [changes, notice]) => {
    expect(await failuresOf(changes, notice)).toContainEqual(expect.stringMatching(notice))
  })
})
