import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { otherHost, selfSigned, temporaryFolder } from '@recallite/test-kit'
import { startPostgres } from '@recallite/test-kit'
import { findPrograms, hasTls, run, serverOfGroup } from '../__fixtures__/test-servers.js'
import { openPostgresStore } from '../open-store.js'

const programs = findPrograms()

describe.skipIf(programs === undefined || !hasTls(programs))('a server with a certificate', () => {
  const server = serverOfGroup(() => startPostgres(programs ?? '', { identity: selfSigned }))

  function urlWith(cert: string): string {
    const file = join(temporaryFolder(), 'root.pem')
    writeFileSync(file, cert)
    return `${server.url}?sslmode=require&sslrootcert=${encodeURIComponent(file)}`
  }

  it('is rejected without a trusted authority, even with sslmode=require', async () => {
    const opened = openPostgresStore({ url: `${server.url}?sslmode=require` })
    await expect(opened).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', isRetryable: false })
    await expect(openPostgresStore({ url: urlWith(otherHost.cert) })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
    })
  })

  it('is reached by TLS if its authority is given', async () => {
    const store = await openPostgresStore({ url: urlWith(selfSigned.cert) })
    const rows = await run<{ ssl: boolean }>(
      server.url,
      "SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'recallite'",
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ ssl }) => ssl)).toBe(true)
    await store.close()
  })
})
