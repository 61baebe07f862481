import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Store } from '@recallite/store'
import { startPostgres, startReplica, type PostgresServer } from '@recallite/test-kit'
import { putDocument, sampleChunk } from './__fixtures__/samples.js'
import { findPrograms, run } from './__fixtures__/test-servers.js'
import { openPostgresRecords } from './records/open-records.js'
import { openPostgresStore } from './open-store.js'

const programs = findPrograms()

/** On a loaded machine, a standby may take longer than a read waits; reads then use the primary for some seconds. */
const pollLimit = { timeout: 20_000 }

/** A primary and a standby, and the URL of both, which names the standby first. */
async function startBoth() {
  const primary = await startPostgres(programs ?? '')
  const standby = await startReplica(programs ?? '', primary)
  onTestFinished(() => standby.stop())
  // Unless it was killed.
  onTestFinished(() => primary.stop().catch(() => undefined))
  return { primary, standby, url: primary.url.replace(/@.*\//, `@${standby.host},${primary.host}/`) }
}

/** Like a power failure. */
async function kill({ url }: PostgresServer): Promise<void> {
  const [server] = await run<{ pid: string; data: string }>(
    url,
    "SELECT pg_read_file('postmaster.pid') AS pid, current_setting('data_directory') AS data",
  )
  process.kill(Number.parseInt(server?.pid ?? '', 10), 'SIGKILL')
  onTestFinished(() => rmSync(dirname(server?.data ?? ''), { recursive: true, force: true }))
}

const startOf = async ({ url }: PostgresServer): Promise<string> => {
  const [server] = await run<{ start: string }>(url, 'SELECT pg_postmaster_start_time()::text AS start')
  return server?.start ?? ''
}

/** Whether the latest generation is that of a server. */
const isFrom = async (store: Store, start: string) => (await store.generation?.())?.includes(start) === true

const write = (store: Store, id: string) => putDocument(store, `${id}.md`, [sampleChunk(id, 'harbour')])

const feature = { kind: 'word', stem: 'harbour' } as const

async function find(store: Store): Promise<readonly string[]> {
  const counts = await store.readCounts({ queries: [feature] })
  const ranking = { terms: [{ feature, weight: 1, isContentTerm: true }], counts }
  const { ids } = await store.findByWords({ query: feature, limit: 1000, ranking })
  // Both caches agree.
  expect(counts.counts).toEqual([ids.length])
  return ids
}

describe.skipIf(programs === undefined)('a store on two hosts', () => {
  it('continues on the promoted standby after the primary was lost', async () => {
    const { primary, standby, url } = await startBoth()
    const store = await openPostgresStore({ url })
    const records = await openPostgresRecords({ url })
    await store.putRoot({ name: 'notes', path: '/notes' })
    await write(store, 'a')
    await records.put([{ content: 'The door opens at eight.' }])
    expect(await isFrom(store, await startOf(primary))).toBe(true)
    await (await store.maintenance.lock()).release()
    await expect.poll(() => run(standby.url, 'SELECT FROM recallite.record_entry'), pollLimit).toHaveLength(1)

    await kill(primary)
    const message = expect.stringMatching(
      /^No primary of postgres:\/\/me@127.0.0.1:\d+,127.0.0.1:\d+\/postgres /,
    )
    const refusal = { code: 'STORE_UNAVAILABLE', isRetryable: true, message }
    // The processes of the connections end after the server.
    await expect
      .poll(() => store.listRoots().catch((error: unknown) => error), pollLimit)
      .toMatchObject(refusal)
    await expect
      .poll(() => write(store, 'b').catch((error: unknown) => error), pollLimit)
      .toMatchObject(refusal)
    await expect(store.maintenance.lock()).rejects.toMatchObject(refusal)
    await run(standby.url, 'SELECT pg_promote()')
    await write(store, 'b')
    expect(await find(store)).toHaveLength(2)
    await records.put([{ content: 'The door closes at nine.' }])
    expect((await records.list()).records).toHaveLength(2)
    await (await store.maintenance.lock()).release()
    expect(await store.maintenance.verify()).toEqual([])
    await Promise.all([store.close(), records.close()])
  })

  it('reads its own writes from a standby that is late, stopped or lost', async () => {
    const { primary, standby, url } = await startBoth()
    const starts = { primary: await startOf(primary), standby: await startOf(standby) }
    const store = await openPostgresStore({ url, readFrom: 'standby' })
    await store.putRoot({ name: 'notes', path: '/notes' })
    const other = await openPostgresStore({ url: primary.url })
    const usesStandby = () => expect.poll(() => isFrom(store, starts.standby), pollLimit).toBe(true)
    const writeAndFind = async (from: number) => {
      for (let number = from; number < from + 50; number += 1) {
        await write(number % 5 === 0 ? other : store, `${number}`)
        if (number % 5 === 0) continue
        const ids = await find(store)
        expect(ids).toContain(`${number}`)
        expect((await store.readItems([`${number}`])).items).toHaveLength(1)
      }
    }
    await usesStandby()
    await writeAndFind(0)
    await run(standby.url, "ALTER SYSTEM SET recovery_min_apply_delay = '30ms'")
    await run(standby.url, 'SELECT pg_reload_conf()')
    await usesStandby()
    await writeAndFind(50)
    await usesStandby()
    await run(standby.url, 'SELECT pg_wal_replay_pause()')
    await write(store, 'seen')
    expect(await find(store)).toContain('seen')
    expect(await isFrom(store, starts.primary)).toBe(true)
    await writeAndFind(100)
    await run(standby.url, 'SELECT pg_wal_replay_resume()')
    await writeAndFind(150)
    expect(await find(store)).toHaveLength(201)
    await usesStandby()

    await kill(primary)
    expect(await find(store)).toHaveLength(201)
    await run(standby.url, 'SELECT pg_promote()')
    await write(store, 'after')
    expect(await find(store)).toContain('after')
    await Promise.all([store.close(), other.close()])
  })

  it('does not go back to an older state on another standby', async () => {
    const { primary, standby, url } = await startBoth()
    const second = await startReplica(programs ?? '', primary)
    onTestFinished(() => second.stop())
    const store = await openPostgresStore({
      url: `${url.replace('@', `@${second.host},`)}?target_session_attrs=prefer-standby`,
    })
    await store.putRoot({ name: 'notes', path: '/notes' })
    await write(store, 'a')
    expect(await find(store)).toEqual(['a'])
    const writer = await openPostgresStore({ url: primary.url })
    await run(standby.url, 'SELECT pg_wal_replay_pause()')
    await write(writer, 'b')
    await expect.poll(() => find(store), pollLimit).toHaveLength(2)
    const start = await startOf(second)
    await expect.poll(() => isFrom(store, start), pollLimit).toBe(true)
    await run(second.url, 'SELECT pg_wal_replay_pause()')
    await write(writer, 'c')
    // A lock shows what its previous holder wrote.
    await (await store.maintenance.lock()).release()
    expect(await find(store)).toHaveLength(3)
    await run(
      second.url,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
    )
    expect(await find(store)).toHaveLength(3)
    await Promise.all([
      store.close(),
      writer.close(),
      run(second.url, 'SELECT pg_wal_replay_resume()'),
      run(standby.url, 'SELECT pg_wal_replay_resume()'),
    ])
  })
})
