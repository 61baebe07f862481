import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeConformance } from '@recallite/store/conformance'
import { startPglite } from './__fixtures__/pglite-server.js'
import { findPrograms, openNew, startServer, type TestServer } from './__fixtures__/test-servers.js'

describe('the store in PGlite with pgvector keeps the contract', () => {
  keepsTheContract(startPglite)
})

const programs = findPrograms()

describe.skipIf(programs === undefined)('the store in a server of its own keeps the contract', () => {
  keepsTheContract(() => startServer(programs ?? ''))
})

function keepsTheContract(start: () => Promise<TestServer>): void {
  let server: TestServer | undefined
  beforeAll(async () => {
    server = await start()
  }, 120_000)
  afterAll(() => server?.stop())
  it.each(storeConformance(() => openNew(server ?? { url: '' })))('$name', async ({ run }) => {
    expect(await run()).toBeUndefined()
  })
}
