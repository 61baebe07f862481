import { describe, expect, it } from 'vitest'
import type { Store, StoreCapabilities } from '@recallite/store'
import { recordStoreConformance } from '@recallite/store/records/conformance'
import { storeConformance } from '@recallite/store/conformance'
import { startPglite } from './__fixtures__/pglite-server.js'
import { findPrograms, openNew, openNewRecords, serverOfGroup } from './__fixtures__/test-servers.js'

/** A native server runs the same cases several times as fast, but may lack pgvector. */
const hasServer = findPrograms() !== undefined
const ofVectors = /vector|space|embedded/u
const cases = (open: Parameters<typeof storeConformance>[0]) =>
  storeConformance(open).filter(({ name }) => !hasServer || ofVectors.test(name))

describe('PGlite with pgvector meets the contracts', () => {
  const server = serverOfGroup(startPglite)
  it.each(cases(() => openNew(server)))('store: $name', async ({ run }) => {
    expect(await run()).toBeUndefined()
  })
  const ofRecords = hasServer ? [] : recordStoreConformance(() => openNewRecords(server))
  it.each(ofRecords)('records: $name', async ({ run }) => {
    expect(await run()).toBeUndefined()
  })

  it('has the documented capabilities', async () => {
    const store = await openNew(server)
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
})
