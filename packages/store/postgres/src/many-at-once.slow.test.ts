import { describe, expect, it } from 'vitest'
import { StoreError, type Store } from '@recallite/store'
import { putDocument, sampleChunk } from './__fixtures__/samples.js'
import { startReplica, startPostgres } from '@recallite/test-kit'
import { findPrograms, otherClient, run, serverOfGroup } from './__fixtures__/test-servers.js'
import { openPostgresStore } from './open-store.js'

const programs = findPrograms()
const harbour = { query: { kind: 'word', stem: 'harbour' }, limit: 10 } as const

const write = (store: Store, path: string) => putDocument(store, path, [sampleChunk(path, 'harbour')])

async function openWith(url: string, schema: string, paths: readonly string[]) {
  const store = await openPostgresStore({ url, schema })
  await store.putRoot({ name: 'notes', path: '/notes' })
  for (const path of paths) await write(store, path)
  return store
}

const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

describe.skipIf(programs === undefined)('many clients of one server', () => {
  const server = serverOfGroup(() => startPostgres(programs ?? ''))

  it('answers twenty calls over one connection, and rejects with a retryable error if the server has no connection left', async () => {
    await (await openWith(server.url, 'few', ['a.md', 'b.md'])).close()
    const store = await openPostgresStore({ url: server.url, schema: 'few', connections: 1 })
    const all = await Promise.all(Array.from({ length: 20 }, () => store.findByWords(harbour)))
    expect(all.every(({ ids }) => ids.length === 2)).toBe(true)
    await Promise.all(Array.from({ length: 20 }, (_, index) => write(store, `${index}.md`)))
    expect(await store.listDocuments('notes')).toHaveLength(22)
    await store.close()

    const [limit] = await run<{ most: number }>(
      server.url,
      `SELECT current_setting('max_connections')::int AS most`,
    )
    const others = Array.from({ length: (limit?.most ?? 0) + 5 }, () => otherClient(server))
    const taken = await Promise.allSettled(others.map((client) => client.connect()))
    expect(taken.some(({ status }) => status === 'rejected')).toBe(true)
    const refused = await errorOf(openPostgresStore({ url: server.url, schema: 'few' }))
    expect(refused).toMatchObject({ code: 'STORE_UNAVAILABLE', isRetryable: true })
    expect(StoreError.isInstance(refused) && refused.message).toContain('no free connection')
    await Promise.allSettled(others.map((client) => client.end()))
    const again = await openPostgresStore({ url: server.url, schema: 'few' })
    expect((await again.findByWords(harbour)).ids).toHaveLength(10)
    await again.close()
  })

  it('reads a streaming replica, which keeps answering when the server is lost, and accepts writes once it is promoted', async () => {
    const primary = await startPostgres(programs ?? '')
    const store = await openWith(primary.url, 'shared', ['a.md'])
    const replica = await startReplica(programs ?? '', primary)
    const standby = await openPostgresStore({ url: replica.url, schema: 'shared', isReadOnly: true })
    await write(store, 'b.md')
    await expect.poll(async () => (await standby.findByWords(harbour)).ids).toHaveLength(2)
    expect(
      await errorOf(
        openPostgresStore({ url: replica.url, schema: 'shared' }).then((one) => write(one, 'c.md')),
      ),
    ).toMatchObject({ code: 'STORE_READ_ONLY' })

    await primary.stop()
    expect((await standby.findByWords(harbour)).ids).toHaveLength(2)
    expect(await errorOf(write(store, 'c.md'))).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      isRetryable: true,
    })
    await run(replica.url, 'SELECT pg_promote()')
    const promoted = await openPostgresStore({ url: replica.url, schema: 'shared' })
    await write(promoted, 'c.md')
    expect((await standby.findByWords(harbour)).ids).toHaveLength(3)
    expect(await promoted.maintenance.verify()).toEqual([])
    await Promise.all([store, standby, promoted].map((one) => one.close()))
    await replica.stop()
  })
})
