/*
 * Reads from standbys. A program always reads its own writes, and never an older state than before: a standby answers only if it has
 * applied the primary's log (WAL) up to the latest position that the program has seen. The program asks for it after each call.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError } from '@recallite/store'
import type { Address } from './address.js'
import { isOfHost } from './postgres-errors.js'

/** How long a read waits for a standby to catch up, and how long reads use the primary if none did, in milliseconds. */
const [maxWait, pollInterval, pause] = [100, 5, 5_000]

/**
 * A position is the timeline and the number of bytes, as text that sorts in their order. For some minutes after a failover, a standby
 * reports the old timeline, which rules it out. With asynchronous commits, changes are visible before they are written to the log.
 */
const positionSql = `
SELECT is_standby AS "isStandby", concat(
  CASE WHEN is_standby THEN (SELECT lpad(to_hex(greatest(timeline_id, min_recovery_end_timeline)), 8, '0')
      FROM pg_control_checkpoint(), pg_control_recovery())
    ELSE lower(left(pg_walfile_name(pg_current_wal_lsn()), 8)) END,
  lpad(to_hex((CASE WHEN is_standby THEN pg_last_wal_replay_lsn() WHEN current_setting('synchronous_commit') = 'off'
    THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_lsn() END - '0/0')::bigint), 16, '0')) AS position
FROM (SELECT pg_is_in_recovery() AS is_standby) AS server`

interface Server {
  query(text: string): Promise<{ readonly rows: readonly unknown[] }>
}

async function readPosition(server: Server, statement = '') {
  // Several statements have several results.
  const last = [await server.query(`${statement};${positionSql}`)].flat().at(-1)
  return last?.rows[0] as { readonly isStandby: boolean; readonly position: string }
}

/** The latest positions by address: the stores of a program see the writes of each other. */
const latest = new Map<string, string>()

/** Creates the calls that depend on `readFrom`. The pools of `hosts` connect to servers in any role. */
export function createReads<Client extends Server & { release(isBroken: boolean): void }>(
  { usesStandbys, clients, displayUrl: url }: Address,
  hosts: readonly { readonly anyRole: { connect(): Promise<Client> } }[],
  toPrimary: () => Promise<Client>,
) {
  const inTurn = createTurns(hosts)
  const isOn = usesStandbys && clients.length > 1
  let primaryUntil = isOn ? 0 : Infinity

  async function isCurrent(server: Server): Promise<boolean> {
    for (const until = performance.now() + maxWait; ; await sleep(pollInterval)) {
      const state = await readPosition(server).catch(() => undefined)
      if (state?.isStandby !== true) return false
      if (state.position >= (latest.get(url) ?? '')) return true
      if (performance.now() >= until) return false
    }
  }

  return {
    async toRead(): Promise<Client> {
      if (performance.now() < primaryUntil) return toPrimary()
      try {
        return await inTurn(async ({ anyRole }) => {
          const client = await anyRole.connect()
          if (await isCurrent(client)) return client
          client.release(true)
          throw new StoreError('STORE_UNAVAILABLE', `No standby of ${url} is up to date.`)
        })
      } catch (error) {
        if (!isOfHost(error)) throw error
        primaryUntil = performance.now() + pause
        return toPrimary()
      }
    },
    /** Ends a call with a statement, and remembers the position after it. */
    async end(server: Server, statement = ''): Promise<void> {
      if (!isOn) return void (statement && (await server.query(statement)))
      const { position } = await readPosition(server, statement)
      if (position > (latest.get(url) ?? '')) latest.set(url, position)
    },
  }
}

/** Creates a function that attempts something with one item after the other, starting with the last one that succeeded. */
export function createTurns<Item>(items: readonly Item[]) {
  let order = items
  return async <Output>(attempt: (item: Item) => Promise<Output>): Promise<Output> => {
    let failure: unknown
    for (const item of order) {
      try {
        const output = await attempt(item)
        order = [item, ...items.filter((other) => other !== item)]
        return output
      } catch (error) {
        if (!isOfHost(error)) throw error
        failure = StoreError.isInstance(error) ? error : (failure ?? error)
      }
    }
    throw failure
  }
}
