import { describe, expect, it } from 'vitest'
import { postgresPrograms, startPostgres } from '@recallite/test-kit'
import { openPostgresStore } from '../open-store.js'

const programs = postgresPrograms()

describe.skipIf(programs === undefined)('a server that requires a password', () => {
  it('is closed immediately by a client with no password or a wrong one', async () => {
    const server = await startPostgres(programs ?? '')
    const openSockets = () =>
      process.getActiveResourcesInfo().filter((name) => name.includes('TCPSocket')).length
    const before = openSockets()
    for (const user of ['me', 'me:wrong', 'me:']) {
      const opened = openPostgresStore({ url: `postgres://${user}@${server.host}/postgres` })
      await expect(opened).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', isRetryable: false })
    }
    // An open socket would keep the process running while the server waits for a password.
    await expect.poll(openSockets, { timeout: 5000 }).toBe(before)
    await server.stop()
  })
})
