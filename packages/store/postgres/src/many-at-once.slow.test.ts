import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { StoreError, type Store } from '@recallite/store'
import {
  findPrograms,
  otherClient,
  run,
  startReplica,
  startServer,
  serverOfGroup,
} from './__fixtures__/test-servers.js'
import { openPostgresStore } from './open-store.js'

const programs = findPrograms()
const harbour = { query: { kind: 'word', stem: 'harbour' }, limit: 10 } as const

async function write(store: Store, path: string): Promise<void> {
  const marks = { contentHash: 'h', fingerprint: 'f', stamp: 's', readAt: 1 }
  const words = { text: [{ form: 'harbour', stem: 'harbour' }], parts: [], place: [] }
  const place = { startLine: 1, endLine: 1, startColumn: null, endColumn: null, heading: [], tokens: 1 }
  const chunk = { id: path, ...place, text: 'harbour', words, termList: new Uint8Array(), inputs: [] }
  const document = { root: 'notes', path, title: path, metadata: {}, ...marks }
  await store.writeDocuments({ put: [{ document, chunks: [chunk] }] })
}

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

describe.skipIf(programs === undefined)('many at once in one server', () => {
  const server = serverOfGroup(() => startServer(programs ?? ''))

  it('frees the lock of a process that is killed', async () => {
    const store = await openWith(server.url, 'held', ['a.md'])
    const script = fileURLToPath(new URL('__fixtures__/hold-lock.js', import.meta.url))
    const holder = spawn(process.execPath, [script, server.url, 'held'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void holder.kill('SIGKILL'))
    await once(holder.stdout, 'data')
    const refused = await errorOf(store.maintenance.lock())
    expect(refused).toMatchObject({ code: 'STORE_LOCKED', isRetryable: true })
    expect(String(refused)).toContain(` ${holder.pid} `)
    const begin = performance.now()
    holder.kill('SIGKILL')
    const lock = await store.maintenance.lock({ wait: 10_000 })
    process.stdout.write(`lock of a killed process free after ${Math.round(performance.now() - begin)} ms\n`)
    expect(performance.now() - begin).toBeLessThan(2000)
    await lock.release()
    await store.close()
  })

  it('answers searches as fast while a transaction that replaces everything is open', async () => {
    const paths = Array.from({ length: 50 }, (_, index) => `${index}.md`)
    const store = await openWith(server.url, 'open', paths)
    const search = async () => {
      const times: number[] = []
      for (let round = 0; round < 200; round += 1) {
        const begin = performance.now()
        expect((await store.findByWords(harbour)).ids).toHaveLength(10)
        times.push(performance.now() - begin)
      }
      return times.toSorted((a, b) => a - b)[189] ?? 0
    }
    await search()
    const before = await search()
    const client = otherClient(server)
    await client.connect()
    await client.query(
      `BEGIN; DELETE FROM open.posting; DELETE FROM open.document; UPDATE open.total SET chunks = 0`,
    )
    const during = await search()
    await client.query('ROLLBACK')
    await client.end()
    process.stdout.write(
      `search p95 ${before.toFixed(1)} ms, while a write is open ${during.toFixed(1)} ms\n`,
    )
    expect(during).toBeLessThan(500)
    await store.close()
  })

  it('answers twenty calls over one connection, and refuses none for good if the server has no connection left', async () => {
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
    expect(StoreError.isInstance(refused) && refused.message).toContain('no connection to spare')
    await Promise.allSettled(others.map((client) => client.end()))
    const again = await openPostgresStore({ url: server.url, schema: 'few' })
    expect((await again.findByWords(harbour)).ids).toHaveLength(10)
    await again.close()
  })

  it('reads a streaming replica, which goes on alone when the server is lost and takes writes once it is promoted', async () => {
    const primary = await startServer(programs ?? '')
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
