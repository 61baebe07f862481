import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordStoreConformance } from '@recallite/records/conformance'
import { startPglite } from '../__fixtures__/pglite-server.js'
import { findPrograms, openNewRecords, startServer, type TestServer } from '../__fixtures__/test-servers.js'

describe('the records in PGlite keep the contract', () => {
  keepsTheContract(startPglite)
})

const programs = findPrograms()

describe.skipIf(programs === undefined)('the records in a server of its own keep the contract', () => {
  keepsTheContract(() => startServer(programs ?? ''))
})

function keepsTheContract(start: () => Promise<TestServer>): void {
  let server: TestServer | undefined
  beforeAll(async () => {
    server = await start()
  }, 120_000)
  afterAll(() => server?.stop())
  it.each(recordStoreConformance(() => openNewRecords(server ?? { url: '' })))('$name', async ({ run }) => {
    expect(await run()).toBeUndefined()
  })
}
