import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError, type LockOptions, type StoreLock } from '@recallite/store'
import { readSpaces } from '../vectors/spaces.js'
import { changeCell } from './cells.js'
import type { Session } from './session.js'

/** The lock of a store, as it is stored. */
interface Lease {
  /** Increases whenever a process takes the lock from another one that did not release it. */
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
  const name = `process ${process.pid} of ${hostname()}`
  let held: { readonly id: string; readonly timer: NodeJS.Timeout } | undefined
  let isTaking = false

  const holderOf = (id: string) => ({ id, name, until: Date.now() + leaseTime })

  /** Resolves to the name of the holder if it is another one. */
  async function tryTake(): Promise<string | undefined> {
    if (held || isTaking) return 'another call of this process'
    isTaking = true
    try {
      return await takeWith(randomUUID())
    } finally {
      isTaking = false
    }
  }

  async function takeWith(id: string): Promise<string | undefined> {
    let taken: { readonly fence: number; readonly isNew: boolean; readonly holder?: string } | undefined
    await changeCell<Lease>(session, 'lease', (lease) => {
      const { fence = 0, holder = null } = lease ?? {}
      const isHeld = holder !== null && holder.until > Date.now()
      const isNew = fence === 0 || holder !== null
      taken = { fence: isNew ? fence + 1 : fence, isNew, ...(isHeld && { holder: holder.name }) }
      return isHeld ? undefined : { fence: taken.fence, holder: holderOf(id) }
    })
    if (taken?.holder !== undefined) return taken.holder
    if (taken?.isNew) await moveAliases(session, taken.fence)
    session.fence = `fence-${taken?.fence}`
    held = { id, timer: setInterval(() => void renew(id).catch(() => undefined), leaseTime / 3).unref() }
    return undefined
  }

  /** The former holder keeps the name of its aliases, which the cluster refuses. */
  async function renew(id: string): Promise<void> {
    await changeCell<Lease>(unfenced(session), 'lease', (lease) =>
      lease?.holder?.id === id ? { ...lease, holder: holderOf(id) } : undefined,
    )
  }

  async function release(id: string): Promise<void> {
    if (held?.id !== id) return
    clearInterval(held.timer)
    held = undefined
    session.fence = undefined
    await changeCell<Lease>(session, 'lease', (lease) =>
      lease?.holder?.id === id ? { ...lease, holder: null } : undefined,
    ).catch(() => undefined)
  }

  return {
    /** @throws StoreError `STORE_LOCKED` */
    async acquire({ wait = 0 }: LockOptions = {}): Promise<StoreLock> {
      for (const until = performance.now() + wait; ; await sleep(interval)) {
        const holder = await tryTake()
        const id = held?.id
        if (holder === undefined && id !== undefined) return { release: () => release(id) }
        if (performance.now() < until) continue
        throw new StoreError('STORE_LOCKED', `The store is in use by ${holder}. Try again when it is done.`)
      }
    },
    release: async () => (held ? release(held.id) : undefined),
  }
}

const unfenced = (session: Session): Session => ({ ...session, fence: undefined })

/** Replaces the aliases of all former locks. */
async function moveAliases(session: Session, fence: number): Promise<void> {
  const { requests, index } = session
  const spaces = await readSpaces(session)
  const parts = [
    'meta',
    'documents',
    'chunks',
    'texts',
    ...spaces.map(({ vectors }) => ({ vectors })),
  ] as const
  const { body } = await requests.send<Record<string, { readonly aliases: object }>>({
    method: 'GET',
    path: `/${parts.map(index).join()}/_alias`,
  })
  const actions = Object.entries(body).flatMap(([name, { aliases }]) => {
    const former = Object.keys(aliases).filter((alias) => alias.startsWith(`${name}-fence-`))
    return [
      ...former.map((alias) => ({ remove: { index: name, alias } })),
      { add: { index: name, alias: `${name}-fence-${fence}` } },
    ]
  })
  await requests.send({ method: 'POST', path: '/_aliases', body: { actions } })
}
