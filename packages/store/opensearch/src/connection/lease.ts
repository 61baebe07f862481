import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError, type LockOptions, type StoreLock } from '@recallite/store'
import { readSpaces } from '../vectors/spaces.js'
import { changeCell } from './cells.js'
import { allIndexes, openFence, refresh, type Session } from './session.js'

/** The lock of a store, as it is stored. */
interface Lease {
  /** Increases whenever a process takes the lock from one that did not release it. */
  readonly fence: number
  /** Null: released. */
  readonly holder: { readonly id: string; readonly name: string; readonly until: number } | null
}

/** Between two attempts, in milliseconds. */
const interval = 50

/**
 * The lock of a store: a lease that its holder renews. The holder writes through aliases whose names have the number of the lease. A
 * process that takes over an expired lease replaces these aliases in one step, so that the cluster refuses all later writes of the
 * former holder.
 */
export function createLease(session: Session, leaseTime: number) {
  let held: { readonly id: string; readonly timer: NodeJS.Timeout } | undefined
  let isTaking = false

  /** Resolves to the lock, or to the name of its holder. */
  async function tryTake(): Promise<StoreLock | string> {
    if (held || isTaking) return 'another call of this process'
    isTaking = true
    try {
      const id = randomUUID()
      const taken = await take(session, id, leaseTime)
      if (typeof taken === 'string') return taken
      session.fence = `fence-${taken.fence}`
      // Interrupted writes become visible, so that a sync repeats them.
      await refresh(session, 'documents', 'chunks', 'texts')
      const timer = setInterval(
        () => void renew(session, id, leaseTime).catch(() => undefined),
        leaseTime / 3,
      )
      held = { id, timer: timer.unref() }
      return { release: () => release(id) }
    } finally {
      isTaking = false
    }
  }

  async function release(id = held?.id): Promise<void> {
    if (held === undefined || held.id !== id) return
    clearInterval(held.timer)
    held = undefined
    session.fence = openFence
    await replaceHolder(session, id, null).catch(() => undefined)
  }

  return {
    /** @throws StoreError `STORE_LOCKED` */
    async acquire({ wait = 0 }: LockOptions = {}): Promise<StoreLock> {
      for (const until = performance.now() + wait; ; await sleep(interval)) {
        const taken = await tryTake()
        if (typeof taken !== 'string') return taken
        if (performance.now() < until) continue
        throw new StoreError('STORE_LOCKED', `The store is in use by ${taken}. Try again when it is done.`)
      }
    },
    release,
  }
}

const holderOf = (id: string, leaseTime: number) => ({
  id,
  name: `process ${process.pid} of ${hostname()}`,
  until: Date.now() + leaseTime,
})

/** Takes the lease; resolves to the name of its holder if another process has it. */
async function take(session: Session, id: string, leaseTime: number): Promise<Lease | string> {
  const leases: Lease[] = []
  const isTaken = await changeCell<Lease>(session, 'lease', (before = { fence: 0, holder: null }) => {
    const { fence, holder } = before
    const isNew = holder !== null || fence === 0
    leases.splice(0, 2, before, { fence: fence + (isNew ? 1 : 0), holder: holderOf(id, leaseTime) })
    // A repeated request finds the lease of its first attempt.
    return holder?.id !== id && (holder?.until ?? 0) > Date.now() ? undefined : leases[1]
  })
  const [before, after] = leases
  if (!isTaken || !after) return before?.holder?.name ?? 'another process'
  if (after.fence !== before?.fence) await moveAliases(session, after.fence)
  return after
}

/** A lease that expired is renewed as long as no other process has taken it. */
const renew = (session: Session, id: string, leaseTime: number) =>
  replaceHolder(session, id, holderOf(id, leaseTime))

async function replaceHolder(session: Session, id: string, holder: Lease['holder']): Promise<void> {
  await changeCell<Lease>({ ...session, fence: openFence }, 'lease', (lease) =>
    lease?.holder?.id === id ? { ...lease, holder } : undefined,
  )
}

/** Replaces the aliases of all former locks. */
async function moveAliases(session: Session, fence: number): Promise<void> {
  const indexes = allIndexes(session, await readSpaces(session)).join()
  const path = `/${indexes}/_alias`
  const { body } = await session.requests.send<Record<string, { aliases: object }>>({ method: 'GET', path })
  const actions = Object.entries(body).flatMap(([index, { aliases }]) => {
    const former = Object.keys(aliases).filter((alias) => alias.startsWith(`${index}-fence-`))
    const added = { add: { index, alias: `${index}-fence-${fence}` } }
    return [...former.map((alias) => ({ remove: { index, alias } })), added]
  })
  await session.requests.send({ method: 'POST', path: '/_aliases', body: { actions } })
}
