import { describe, expect, it } from 'vitest'
import { recordStoreConformance } from '@recallite/records/conformance'
import { storeConformance } from '@recallite/store/conformance'
import { startPglite } from './__fixtures__/pglite-server.js'
import { findPrograms, openNew, openNewRecords, serverOfGroup } from './__fixtures__/test-servers.js'

/** What takes WebAssembly longest and has nothing to do with pgvector: a server of its own, where there is one, proves the same. */
const provenByServer = /is syntax$|\(\d\)$/u
const cases = (open: Parameters<typeof storeConformance>[0]) =>
  storeConformance(open).filter(({ name }) => findPrograms() === undefined || !provenByServer.test(name))

describe('PGlite with pgvector keeps the contracts', () => {
  const server = serverOfGroup(startPglite)
  it.each(cases(() => openNew(server)))('store: $name', async ({ run }) => {
    expect(await run()).toBeUndefined()
  })
  it.each(recordStoreConformance(() => openNewRecords(server)))('records: $name', async ({ run }) => {
    expect(await run()).toBeUndefined()
  })
})
