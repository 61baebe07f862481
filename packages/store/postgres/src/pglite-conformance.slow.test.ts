import { describe, expect, it } from 'vitest'
import { recordStoreConformance } from '@recallite/records/conformance'
import { storeConformance } from '@recallite/store/conformance'
import { startPglite } from './__fixtures__/pglite-server.js'
import { findPrograms, openNew, openNewRecords, serverOfGroup } from './__fixtures__/test-servers.js'

/** A server of its own, where there is one, proves the same a few times faster, but may be without pgvector. */
const hasServer = findPrograms() !== undefined
const ofVectors = /vector|space|embedded/u
const cases = (open: Parameters<typeof storeConformance>[0]) =>
  storeConformance(open).filter(({ name }) => !hasServer || ofVectors.test(name))

describe('PGlite with pgvector keeps the contracts', () => {
  const server = serverOfGroup(startPglite)
  it.each(cases(() => openNew(server)))('store: $name', async ({ run }) => {
    expect(await run()).toBeUndefined()
  })
  const ofRecords = hasServer ? [] : recordStoreConformance(() => openNewRecords(server))
  it.each(ofRecords)('records: $name', async ({ run }) => {
    expect(await run()).toBeUndefined()
  })
})
