import { describe, expect, it } from 'vitest'
import { storeConformance } from '@recallite/store/conformance'
import { openSqliteStore, type SqliteStore } from './open-store.js'

type Fault = (store: SqliteStore) => Partial<SqliteStore>

/** Small violations of the contract, each with the name of a case that must fail. */
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
  'vectors that are not checked': [
    (store) => ({
      putVectors: async (space, vectors) =>
        store.putVectors(
          space,
          vectors.filter(({ vector }) => vector.every(Number.isFinite)),
        ),
    }),
    /invalid vector is refused/,
  ],
  'a dropped space that remains': [
    ({ maintenance }) => ({ maintenance: { ...maintenance, dropSpace: async () => undefined } }),
    /dropped space is gone/,
  ],
  'documents that remain without their root': [
    () => ({ removeRoot: async () => undefined }),
    /a store answers/,
  ],
}

/** The failed cases among those with a matching name. */
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

// `conformance.test.ts` shows that an unchanged copy passes.
describe('the conformance suite', () => {
  it.each(Object.entries(faults))('detects %s', async (_, [changes, notice]) => {
    expect(await failuresOf(changes, notice)).toContainEqual(expect.stringMatching(notice))
  })
})
