import { createServer } from 'node:net'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { StoreError, type Store } from '@recallite/store'
import { putDocument, sampleChunk } from './__fixtures__/samples.js'
import { startPostgres } from '@recallite/test-kit'
import { findPrograms, openNew, run, serverOfGroup } from './__fixtures__/test-servers.js'
import { openConnections } from './connection/connections.js'
import { openPostgresStore } from './open-store.js'

const programs = findPrograms()

async function errorOf(call: Promise<unknown>): Promise<StoreError> {
  try {
    await call
  } catch (error) {
    if (StoreError.isInstance(error)) return error
    throw error
  }
  throw new TypeError('Nothing was rejected.')
}

const write = (store: Store, path: string, ids: readonly string[]) =>
  putDocument(
    store,
    path,
    ids.map((id) => sampleChunk(id, 'harbour light')),
  )

const find = async (store: Store) =>
  (await store.findByWords({ query: { kind: 'word', stem: 'harbour' }, limit: 99 })).ids.toSorted()

describe.skipIf(programs === undefined)('a store in a separate server', () => {
  const server = serverOfGroup(() => startPostgres(programs ?? ''))

  async function twoStores(schema: string): Promise<readonly [Store, Store]> {
    const options = { url: server.url, schema }
    return Promise.all([openPostgresStore(options), openPostgresStore(options)])
  }

  it('is created once by concurrent processes', async () => {
    const [one, other] = await twoStores('at_once')
    await one.putRoot({ name: 'notes', path: '/notes' })
    await write(one, 'a.md', ['a'])
    expect(await find(other)).toEqual(['a'])
    const steps = await run<{ step: number }>(server.url, 'SELECT step FROM at_once.schema_step')
    expect(steps).toEqual([{ step: 1 }])
    await Promise.all([one.close(), other.close()])
  })

  it('is opened on the first host that accepts', async () => {
    const [first, none] = ['127.0.0.1:1', '127.0.0.1:2']
    const url = server.url.replace('@', `@${first},`)
    const store = await openPostgresStore({ url, schema: 'hosts' })
    await store.putRoot({ name: 'notes', path: '/notes' })
    await write(store, 'a.md', ['a'])
    await (await store.maintenance.lock()).release()
    expect(await find(store)).toEqual(['a'])
    expect((await store.status()).location).toBe(`${url.replace(/:[^:@]*@/, '@')} (schema hosts)`)
    await store.close()
    const { code, isRetryable, message } = await errorOf(
      openPostgresStore({ url: url.replace(/,.*\//, `,${none}/`), schema: 'hosts' }),
    )
    expect({ code, isRetryable }).toEqual({ code: 'STORE_UNAVAILABLE', isRetryable: true })
    expect(message).toContain(`postgres://me@${first},${none}/postgres does not respond`)
    const wrongPassword = await errorOf(openPostgresStore({ url, password: 'wrong', schema: 'hosts' }))
    expect(wrongPassword.message).toContain('refused the connection')
  })

  it('continues after the server broke every connection, and loses no write', async () => {
    const [store, other] = await twoStores('broken')
    await store.putRoot({ name: 'notes', path: '/notes' })
    await write(store, 'a.md', ['a'])
    const others = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'recallite%'`
    for (let round = 0; round < 5; round += 1) {
      await run(server.url, others)
      expect(await find(store)).toEqual(['a'])
    }
    const writing = Array.from({ length: 30 }, (_, number) => write(store, `${number}.md`, [`c${number}`]))
    const killing = run(server.url, others)
    const outcomes = await Promise.allSettled(writing)
    await killing
    const kept = outcomes.flatMap(({ status }, number) => (status === 'fulfilled' ? [`c${number}`] : []))
    const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    for (const error of failed) expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', isRetryable: true })
    expect(await find(other)).toEqual(expect.arrayContaining(['a', ...kept]))
    expect(await other.maintenance?.verify()).toEqual([])
    await Promise.all([store.close(), other.close()])
  })

  it('keeps every document of concurrent writers, even of the same documents', async () => {
    const options = { url: server.url, schema: 'writers' }
    const stores = await Promise.all([1, 2, 3, 4].map(() => openPostgresStore(options)))
    await stores[0]?.putRoot({ name: 'notes', path: '/notes' })
    const writing = stores.map(async (store, writer) => {
      for (let number = 0; number < 25; number += 1) {
        await write(store, `own ${writer} ${number}.md`, [`own-${writer}-${number}`])
        await write(store, `shared ${number % 5}.md`, [`shared-${number % 5}`])
      }
    })
    await Promise.all(writing)
    const [store] = stores
    expect(await store?.readCounts({ queries: [{ kind: 'word', stem: 'harbour' }] })).toMatchObject({
      chunks: 105,
      counts: [105],
      meanLength: 2,
    })
    expect(await store?.maintenance.verify()).toEqual([])
    await Promise.all(stores.map((one) => one.close()))
  })

  it('has one lock holder, which it names, and releases the lock when the connection ends', async () => {
    const [one, other] = await twoStores('locked')
    await one.maintenance?.lock()
    const { code, message } = await errorOf(other.maintenance?.lock() ?? Promise.resolve())
    expect(code).toBe('STORE_LOCKED')
    expect(message).toContain(`recallite lock of`)
    expect(message).toContain(String(process.pid))
    await run(
      server.url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'recallite lock%'`,
    )
    await (await other.maintenance?.lock({ wait: 5000 }))?.release()
    await Promise.all([one.close(), other.close()])
  })

  it('reports a lost connection of a lock as such', async () => {
    const connections = openConnections({ url: server.url, schema: 'dedicated' })
    const ended = connections.dedicated('recallite lock', (client) =>
      client.query('SELECT pg_terminate_backend(pg_backend_pid())'),
    )
    await expect(ended).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', isRetryable: true })
    await connections.close()
  })

  it('answers searches during a write, and rejects a write that must not wait', async () => {
    const [store, other] = await twoStores('waiting')
    await store.putRoot({ name: 'notes', path: '/notes' })
    await write(store, 'a.md', ['a'])
    const release = await lock(
      server.url,
      'waiting.document, waiting.chunk, waiting.posting IN EXCLUSIVE MODE',
    )
    expect(await find(other)).toEqual(['a'])
    const refused = await errorOf(
      store.writeDocuments({ removed: [{ root: 'notes', path: 'a.md' }] }, { wait: false }),
    )
    expect(refused.code).toBe('STORE_BUSY')
    expect(refused.isRetryable).toBe(true)
    await release()
    await Promise.all([store.close(), other.close()])
  })

  it('reports that it has no free connection, and recovers', async () => {
    const store = await openNew(server, { connections: 1, connectTimeout: 200, statementTimeout: 5000 })
    await store.putRoot({ name: 'notes', path: '/notes' })
    const release = await lock(server.url, 'pg_catalog.pg_extension')
    const waiting = store.status()
    const { code, message } = await errorOf(store.listRoots())
    expect(code).toBe('STORE_UNAVAILABLE')
    expect(message).toContain('no free connection')
    await release()
    await waiting
    expect(await store.listRoots()).toHaveLength(1)
    await store.close()
  })

  it('rejects writes if it was opened read-only, and a schema of another program', async () => {
    await errorOf(openPostgresStore({ url: server.url, schema: 'gone', isReadOnly: true }))
    await (await openPostgresStore({ url: server.url, schema: 'kept' })).close()
    const store = await openPostgresStore({ url: server.url, schema: 'kept', isReadOnly: true })
    expect((await errorOf(store.putRoot({ name: 'a', path: '/a' }))).code).toBe('STORE_READ_ONLY')
    expect(await store.listRoots()).toEqual([])
    expect(await store.maintenance.verify({})).toEqual([])
    await expect(store.maintenance.optimise({ sql: true })).rejects.toMatchObject({
      code: 'STORE_UNSUPPORTED',
    })
    await store.close()
    await run(server.url, 'CREATE SCHEMA foreign_one; CREATE TABLE foreign_one.thing (id int)')
    const foreign = await errorOf(openPostgresStore({ url: server.url, schema: 'foreign_one' }))
    expect(foreign.code).toBe('STORE_FOREIGN')
    await run(server.url, `INSERT INTO kept.schema_step (step) VALUES (99)`)
    expect((await errorOf(openPostgresStore({ url: server.url, schema: 'kept' }))).code).toBe('STORE_TOO_NEW')
  })

  it('detects changes by other programs, and repair removes all documents', async () => {
    const store = await openPostgresStore({ url: server.url, schema: 'damaged' })
    await store.putRoot({ name: 'notes', path: '/notes' })
    await write(store, 'a.md', ['a'])
    await write(store, 'b.md', ['b'])
    const records = store.ofRecords()
    await records.putRoot({ name: 'notes', path: '/notes' })
    await write(records, 'a record', ['r'])
    await records.notes?.write('indexed up to', '1')
    await run(server.url, `UPDATE damaged.chunk SET text = 'other' WHERE public_id = 'a'`)
    await run(
      server.url,
      `DELETE FROM damaged.posting WHERE chunk = (SELECT id FROM damaged.chunk WHERE public_id = 'b')`,
    )
    expect(await store.readItems(['a', 'b'])).toMatchObject({
      damaged: [{ id: 'a', document: { path: 'a.md' } }],
      items: [{ id: 'b' }],
    })
    expect(await store.maintenance.repair?.()).toEqual([
      'rows of chunks or their documents do not match their checksums',
      'the keyword index is incomplete or has extra entries',
    ])
    expect(await store.maintenance.verify()).toEqual([])
    expect(await store.listDocuments('notes')).toEqual([])
    expect([await records.listRoots(), await records.notes?.read('indexed up to')]).toEqual([[], undefined])
    await store.close()
  })

  it('cancels a search that takes too long', async () => {
    const store = await openNew(server, { statementTimeout: 300 })
    const release = await lock(server.url, 'pg_catalog.pg_extension')
    const { code, message } = await errorOf(store.status())
    expect(code).toBe('STORE_UNAVAILABLE')
    expect(message).toContain('exceeded the time limit of a statement')
    await release()
    await store.close()
  })
})

/** Locks tables; resolves to a function that unlocks them. */
async function lock(url: string, tables: string) {
  const holding = run(url, `BEGIN; LOCK TABLE ${tables}; SELECT pg_sleep(60)`).catch(() => [])
  const sleeping = `SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep'`
  let holders: { pid: number }[] = []
  while (holders.length === 0) holders = await run<{ pid: number }>(url, sleeping)
  return async () => {
    await run(url, `SELECT pg_cancel_backend(${holders[0]?.pid})`)
    await holding
  }
}

describe('a password', () => {
  const password = 'pa$$%40word'
  it('is not in error messages', async () => {
    const server = createServer((socket) => socket.end('E'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const secret = encodeURIComponent(password)
    const urls = [
      `postgres://me:${secret}@127.0.0.1:${port}/db`,
      `postgres://me:${secret}@127.0.0.1:1/db`,
      `postgres://me:${secret}@127.0.0.1:1,127.0.0.1:${port}/db`,
      `postgres://me:${secret}@127.0.0.1:1,127.0.0.1:notaport/db`,
      `postgres://me:${secret}@127.0.0.1:notaport/db`,
      `http://me:${secret}@127.0.0.1/db`,
      `postgres://me:${secret}@example.invalid/db?sslmode=disable`,
    ]
    for (const url of urls) {
      const shown = inspect(await errorOf(openPostgresStore({ url, connectTimeout: 2000 })), {
        depth: 9,
        showHidden: true,
      })
      expect(shown).not.toContain(password)
      expect(shown).not.toContain(secret)
    }
    server.close()
  })
})
