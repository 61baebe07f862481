import { describe, expect, it } from 'vitest'
import type { Store } from '@recallite/store'
import { storeConformance } from '@recallite/store/conformance'
import { openSqliteStore } from './open-store.js'

/** Ways to break a promise, each by little, with the name of a case that must notice. */
const faults: Readonly<Record<string, readonly [changes: (store: Store) => Partial<Store>, notice: RegExp]>> =
  {
    'a filter that acts after the limit': [
      (store) => ({
        findByWords: async ({ filter, ...request }) => {
          const found = await store.findByWords(request)
          const { chunks } = await store.readChunks(found)
          const [condition] = filter ?? []
          if (condition?.kind !== 'root') return found
          return chunks.filter(({ root }) => condition.names.includes(root)).map(({ id }) => id)
        },
      }),
      /not starved .* by words/,
    ],
    'a vector filter that is forgotten': [
      (store) => ({ findByVector: ({ filter: _, ...request }) => store.findByVector(request) }),
      /not starved .* by vector/,
    ],
    'candidates that are only the first matches': [
      (store) => ({ findByWords: async (request) => (await store.findByWords(request)).slice(0, 30) }),
      /a store answers/,
    ],
    'candidates with the least promising first': [
      (store) => ({ findByWords: async (request) => (await store.findByWords(request)).toReversed() }),
      /more promising/,
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
      /term list comes back/,
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
      /invalid vector is refused, and/,
    ],
    'a source that is forgotten': [
      (store) => ({ addSpace: (space) => store.addSpace(space) }),
      /source is renewed/,
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
        updateSpace: (space, changes) => store.updateSpace(space, changes).catch(() => undefined),
      }),
      /canary that could be no vector/,
    ],
    'a canary that marks its space as filled': [
      (store) => ({
        updateSpace: (space, { canary }) => store.updateSpace(space, { canary, isFilled: true }),
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
    'a dropped space that stays': [() => ({ dropSpace: async () => undefined }), /dropped space is gone/],
    'any space that is dropped': [
      (store) => ({ dropSpace: (space) => store.dropSpace(space).catch(() => undefined) }),
      /not begun is refused/,
    ],
    'documents whose secrets are forgotten': [
      (store) => ({
        replaceDocument: ({ isSecret: _, ...document }, chunks, options) =>
          store.replaceDocument(document, chunks, options),
      }),
      /document comes back as it was given/,
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
    'a generation that counts files and chunks': [
      (store) => ({
        generation: async () => {
          const { files, chunks } = await store.status()
          return `${files}.${chunks}`
        },
      }),
      /generation changes with every write/,
    ],
    'a generation that never stays': [
      (store) => {
        let asked = 0
        return { generation: async () => `${await store.generation()}.${(asked += 1)}` }
      },
      /generation stays/,
    ],
    'documents that are kept when their root goes': [
      () => ({ removeRoot: async () => undefined }),
      /a store answers/,
    ],
  }

/** The cases that fail, of those whose names match. */
async function failuresOf(changes: (store: Store) => Partial<Store>, names = /(?:)/): Promise<string[]> {
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

describe('the conformance suite', () => {
  it.each(Object.entries(faults))('notices %s', async (_, [changes, notice]) => {
    expect(await failuresOf(changes, notice)).toContainEqual(expect.stringMatching(notice))
  })

  it('finds no fault where there is none', async () => {
    expect(await failuresOf(() => ({}))).toEqual([])
  })
})
