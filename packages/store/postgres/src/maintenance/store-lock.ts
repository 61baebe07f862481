import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError, type LockOptions, type StoreLock } from '@recallite/store'
import type { Client, Connections, Session } from '../connection/connections.js'
import { lockKey } from '../connection/schema-version.js'

/** Between two attempts, in milliseconds. */
const interval = 50

/** The lock of a schema: an advisory lock of a separate connection, which the server releases when the process ends. */
export function createStoreLock(connections: Connections) {
  const key = lockKey('store', connections.s)
  let end: (() => Promise<void>) | undefined
  let isTaking = false

  async function tryTake(): Promise<StoreLock | undefined> {
    if (end || isTaking) return undefined
    isTaking = true
    try {
      return await connections.dedicated(`recallite lock of ${hostname()} ${process.pid}`, takeWith)
    } finally {
      isTaking = false
    }
  }

  async function takeWith(client: Client): Promise<StoreLock | undefined> {
    // The server releases the lock if the connection breaks.
    client.on('error', () => void (end = undefined))
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [key])
    if (rows[0]?.taken !== true) {
      await client.end()
      return undefined
    }
    // Later reads see what the previous holder wrote.
    await connections.examine(async () => undefined)
    const release = async () => {
      if (end !== release) return
      end = undefined
      await client.query('SELECT pg_advisory_unlock($1)', [key]).catch(() => undefined)
      await client.end().catch(() => undefined)
    }
    end = release
    return { release }
  }

  return {
    /** @throws StoreError `STORE_LOCKED` */
    async acquire({ wait = 0 }: LockOptions = {}): Promise<StoreLock> {
      for (const until = performance.now() + wait; ; await sleep(interval)) {
        const lock = await tryTake()
        if (lock) return lock
        if (performance.now() < until) continue
        const holder = await connections.read((session) => readHolder(session, key))
        throw new StoreError('STORE_LOCKED', `The store is in use by ${holder}. Try again when it is done.`)
      }
    },
    release: async () => end?.(),
  }
}

/** Describes the holder of an advisory lock; PostgreSQL lists the two halves of its number. */
async function readHolder(session: Session, key: string): Promise<string> {
  const { rows } = await session.query<{ name: string | null; pid: number }>(
    `SELECT application_name AS name, pid FROM pg_locks LEFT JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND objsubid = 1 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND classid::bigint = ($1::bigint >> 32) & 4294967295 AND objid::bigint = $1::bigint & 4294967295 LIMIT 1`,
    [key],
  )
  const [holder] = rows
  return holder
    ? `${holder.name ?? 'another process'} (backend ${holder.pid} of the server)`
    : 'another call of this process'
}
