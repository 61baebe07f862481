import { describe, expect, it } from 'vitest'
import { recordStoreConformance } from '@recallite/store/records/conformance'
import { storeConformance } from '@recallite/store/conformance'
import { casesOf, startPostgres } from '@recallite/test-kit'
import { findPrograms, openNew, openNewRecords, serverOfGroup } from './__fixtures__/test-servers.js'

const programs = findPrograms()

describe.skipIf(programs === undefined)('a separate server meets the contracts', () => {
  const server = serverOfGroup(() => startPostgres(programs ?? ''))
  // SQLite answers both seeds of random changes for each change.
  const ofFiles = storeConformance(() => openNew(server)).filter(
    ({ name }) => casesOf(2, 1) === 2 || !name.endsWith('(2)'),
  )
  it.each(ofFiles)('store: $name', async ({ run }) => {
    expect(await run()).toBeUndefined()
  })
  const openOfRecords = async () => {
    const { ofRecords, close } = await openNew(server)
    return { ...ofRecords(), close }
  }
  // Skips the slow cases, which run the same code for files above, and most of the others for each change.
  const ofRecords = storeConformance(openOfRecords)
    .filter(({ name }) => !/is syntax$|\(\d\)$/u.test(name))
    .filter((_, index) => index % casesOf(1, 5) === 0)
  it.each(ofRecords)('store of records: $name', async ({ run }) => {
    expect(await run()).toBeUndefined()
  })
  it.each(recordStoreConformance(() => openNewRecords(server)))('records: $name', async ({ run }) => {
    expect(await run()).toBeUndefined()
  })
})
