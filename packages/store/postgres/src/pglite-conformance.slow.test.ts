import { describe, expect, it } from 'vitest'
import { recordStoreConformance } from '@recallite/records/conformance'
import { storeConformance } from '@recallite/store/conformance'
import { startPglite } from './__fixtures__/pglite-server.js'
import { openNew, openNewRecords, serverOfGroup } from './__fixtures__/test-servers.js'

describe('PGlite with pgvector keeps the contracts', () => {
  const server = serverOfGroup(startPglite)
  it.each(storeConformance(() => openNew(server)))('store: $name', async ({ run }) => {
    expect(await run()).toBeUndefined()
  })
  it.each(recordStoreConformance(() => openNewRecords(server)))('records: $name', async ({ run }) => {
    expect(await run()).toBeUndefined()
  })
})
