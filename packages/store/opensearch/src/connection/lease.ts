import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError, type LockOptions, type StoreLock } from '@recallite/store'
import { listIndexes } from '../vectors/vectors.js'
import { changeCell } from './cells.js'
import { openFence, refresh, type Session } from './session.js'

/** The lock of a store. Its number increases whenever a process takes it from one that did not release it. */
interface Lease {
  readonly fence: number
  /** Null: released. */
  readonly holder: { readonly id: string; readonly name: string; readonly until: number } | null
}

const initial: Lease = { fence: 0, holder: null }

/**
 * The lock of a store: a lease that its holder renews. The holder writes through aliases whose names have its number. A process that
 * takes over an expired lease replaces them in one step, so that the cluster refuses all later writes of the former holder.
 */
export function createLease(session: Session, leaseTime: number) {
  let held: { readonly id: string; readonly timer: NodeJS.Timeout } | undefined
  const name = `process ${process.pid} of ${hostname()}`
  const holderOf = (id: string) => ({ id, name, until: Date.now() + leaseTime })

  async function hold(id: string, fence: number): Promise<StoreLock> {
    session.fence = `fence-${fence}`
    // Interrupted writes become visible, so that a sync repeats them.
    await refresh(session, 'documents', 'chunks', 'texts')
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

  async function acquire({ wait = 0 }: LockOptions = {}): Promise<StoreLock> {
    for (const until = performance.now() + wait; ; await sleep(50)) {
      const id = randomUUID()
      const fence = held ? 'another call of this process' : await takeLease(session, holderOf(id))
      if (typeof fence === 'number') return hold(id, fence)
      if (performance.now() < until) continue
      throw new StoreError('STORE_LOCKED', `The store is in use by ${fence}. Try again when it is done.`)
    }
  }

  return { acquire, release }
}

/** Resolves to the number of the lease, or to the name of its holder if another process has it. */
async function takeLease(session: Session, holder: NonNullable<Lease['holder']>): Promise<number | string> {
  const { before = initial, after } = await changeCell<Lease>(session, 'lease', (lease = initial) => {
    // A repeated request finds the lease of its first attempt.
    if (lease.holder?.id !== holder.id && (lease.holder?.until ?? 0) > Date.now()) return undefined
    const isReleased = lease.holder === null && lease.fence > 0
    return { fence: isReleased ? lease.fence : lease.fence + 1, holder }
  })
  if (!after) return before.holder?.name ?? 'another process'
  if (after.fence !== before.fence) await moveAliases(session, after.fence)
  return after.fence
}

async function replaceHolder(session: Session, id: string, holder: Lease['holder']): Promise<void> {
  const open = { ...session, fence: openFence }
  const edit = (lease = initial) => (lease.holder?.id === id ? { ...lease, holder } : undefined)
  await changeCell<Lease>(open, 'lease', edit)
}

/** Replaces the aliases of all former locks. */
async function moveAliases(session: Session, fence: number): Promise<void> {
  type Aliases = Readonly<Record<string, { readonly aliases: object }>>
  const aliasesOf: Aliases = await session.send('GET', `/${await listIndexes(session)}/_alias`)
  const actions = Object.entries(aliasesOf).flatMap(([index, { aliases }]) => {
    const former = Object.keys(aliases).filter((alias) => alias.startsWith(`${index}-fence-`))
    const removals = former.map((alias) => ({ remove: { index, alias } }))
    return [...removals, { add: { index, alias: `${index}-fence-${fence}` } }]
  })
  await session.send('POST', '/_aliases', { body: { actions } })
}
