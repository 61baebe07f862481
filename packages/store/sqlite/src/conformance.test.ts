import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Store, StoreCapabilities } from '@recallite/store'
import { storeConformance } from '@recallite/store/conformance'
import { temporaryFolder } from '@recallite/test-kit'
import { openSqliteStore } from './open-store.js'

const places: Readonly<Record<string, () => Promise<Store>>> = {
  'a file': () => openSqliteStore({ path: join(temporaryFolder(), 'memory.sqlite') }),
  // The unchanged copy that `conformance-notices.test.ts` breaks.
  'memory, copied member by member, confined to a folder around all roots': async () => ({
    ...(await openSqliteStore({ path: ':memory:', within: '/' })),
  }),
  'a file, for records': async () => {
    const store = await openSqliteStore({ path: join(temporaryFolder(), 'memory.sqlite') })
    return store.ofRecords()
  },
  'memory, without sqlite-vec': () => openSqliteStore({ path: ':memory:', vectorExtension: false }),
}

describe.each(Object.entries(places))('the store in %s fulfils the contract', (_, open) => {
  it.each(storeConformance(open))('$name', async ({ run }) => expect(await run()).toBeUndefined())
})

it('has the documented capabilities', async () => {
  const store = await openSqliteStore({ path: ':memory:' })
  const has: Record<keyof StoreCapabilities, boolean> = {
    maintenance: true,
    thread: false,
    vocabulary: true,
    notes: true,
    generation: true,
    readVectors: true,
    ofRecords: true,
    writes: true,
  }
  for (const [name, isThere] of Object.entries(has)) {
    expect(Object.hasOwn(store, name) && store[name as keyof Store] !== undefined, name).toBe(isThere)
  }
  await store.close()
})
