import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError, type LockOptions, type StoreLock } from '@recallite/store'
import { listIndexes } from '../vectors/spaces.js'
import { changeCell } from './cells.js'
import { openFence, type Session } from './session.js'

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
  const holderOf = (id: string) => {
    return { id, name: `process ${process.pid} of ${hostname()}`, until: Date.now() + leaseTime }
  }

  /** Resolves to the lock, or to the name of its holder. */
  async function tryAcquire(): Promise<StoreLock | string> {
    if (held) return 'another call of this process'
    const id = randomUUID()
    const fence = await takeLease(session, holderOf(id))
    if (typeof fence === 'string') return fence
    session.fence = `fence-${fence}`
    // An expired lease is renewed as long as no other process has taken it.
    const renew = () => void replaceHolder(session, id, holderOf(id)).catch(() => undefined)
    held = { id, timer: setInterval(renew, leaseTime / 3).unref() }
    return { release: () => release(id) }
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
        const lock = await tryAcquire()
        if (typeof lock !== 'string') return lock
        if (performance.now() < until) continue
        throw new StoreError('STORE_LOCKED', `The store is in use by ${lock}. Try again when it is done.`)
      }
    },
    release,
  }
}

/** Resolves to the number of the lease, or to the name of its holder if another process has it. */
async function takeLease(session: Session, holder: Lease['holder']): Promise<number | string> {
  const initial: Lease = { fence: 0, holder: null }
  const { before = initial, after } = await changeCell<Lease>(session, 'lease', (lease = initial) => {
    if ((lease.holder?.until ?? 0) > Date.now()) return undefined
    const isReleased = lease.holder === null && lease.fence > 0
    return { fence: isReleased ? lease.fence : lease.fence + 1, holder }
  })
  if (!after) return before.holder?.name ?? 'another process'
  if (after.fence !== before.fence) await moveAliases(session, after.fence)
  return after.fence
}

async function replaceHolder(session: Session, id: string, holder: Lease['holder']): Promise<void> {
  await changeCell<Lease>({ ...session, fence: openFence }, 'lease', (lease) =>
    lease?.holder?.id === id ? { ...lease, holder } : undefined,
  )
}

/** Replaces the aliases of all former locks. */
async function moveAliases(session: Session, fence: number): Promise<void> {
  type Aliases = Readonly<Record<string, { readonly aliases: object }>>
  const aliasesOf: Aliases = await session.send('GET', `/${await listIndexes(session)}/_alias`)
  const actions = Object.entries(aliasesOf).flatMap(([index, { aliases }]) => {
    const former = Object.keys(aliases).filter((alias) => alias.startsWith(`${index}-fence-`))
    const added = { add: { index, alias: `${index}-fence-${fence}` } }
    return [...former.map((alias) => ({ remove: { index, alias } })), added]
  })
  await session.send('POST', '/_aliases', { body: { actions } })
}
