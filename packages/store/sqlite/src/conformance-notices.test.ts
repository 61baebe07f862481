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
      /chosen last comes last/,
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
      /not begun cannot be dropped/,
    ],
    'documents whose secrets are forgotten': [
      (store) => ({
        replaceDocument: ({ isSecret: _, ...document }, chunks, options) =>
          store.replaceDocument(document, chunks, options),
      }),
      /comes back as secret/,
    ],
    'texts that are secret by their first document alone': [
      (store) => ({
        pendingTexts: async (space, page) => {
          const pending = await store.pendingTexts(space, page)
          return pending.map((text) => ({ ...text, isSecret: text.isSecret && text.text !== 'shared' }))
        },
      }),
      /secret if any document/,
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
      /removing a root/,
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
