import { describe, expect, it } from 'vitest'
import { recordStoreConformance } from '@recallite/store/records/conformance'
import { storeConformance } from '@recallite/store/conformance'
import { startPostgres } from '@recallite/test-kit'
import { findPrograms, openNew, openNewRecords, serverOfGroup } from './__fixtures__/test-servers.js'

const programs = findPrograms()

describe.skipIf(programs === undefined)('a separate server meets the contracts', () => {
  const server = serverOfGroup(() => startPostgres(programs ?? ''))
  it.each(storeConformance(() => openNew(server)))('store: $name', async ({ run }) => {
    expect(await run()).toBeUndefined()
  })
  const openOfRecords = async () => {
    const { ofRecords, close } = await openNew(server)
    return { ...ofRecords(), close }
  }
  // Skips the slow cases, which run the same code for files above.
  const ofRecords = storeConformance(openOfRecords).filter(({ name }) => !/is syntax$|\(\d\)$/u.test(name))
  it.each(ofRecords)('store of records: $name', async ({ run }) => {
    expect(await run()).toBeUndefined()
  })
  it.each(recordStoreConformance(() => openNewRecords(server)))('records: $name', async ({ run }) => {
    expect(await run()).toBeUndefined()
  })
})
