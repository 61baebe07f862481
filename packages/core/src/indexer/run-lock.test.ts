import { StoreError, type Maintenance, type StoreLock } from '@recallite/store'
import { describe, expect, it } from 'vitest'
import { createRunLock } from './run-lock.js'

/** A store's lock that rejects other callers while it is held. */
function strictLock() {
  let isHeld = false
  let taken = 0
  const lock = async (): Promise<StoreLock> => {
    await Promise.resolve()
    if (isHeld) throw new StoreError('STORE_LOCKED', 'held')
    isHeld = true
    taken += 1
    return {
      async release() {
        await Promise.resolve()
        isHeld = false
      },
    }
  }
  const maintenance = { lock } as unknown as Maintenance
  return { maintenance, taken: () => taken, isHeld: () => isHeld }
}

describe('the lock of a memory', () => {
  it('is acquired once for concurrent work, and released at the end', async () => {
    const store = strictLock()
    const { hold } = createRunLock(store)
    const inner = () => hold(async () => store.isHeld(), { wait: 0 })
    const all = await Promise.all([
      hold(inner, { wait: 0 }),
      hold(inner, { wait: 0 }),
      hold(inner, { wait: 0 }),
    ])
    expect([all, store.taken(), store.isHeld()]).toEqual([[true, true, true], 1, false])
  })

  it('is acquired again right after its release', async () => {
    const store = strictLock()
    const { hold } = createRunLock(store)
    const first = hold(async () => 1, { wait: 0 })
    const second = first.then(() => hold(async () => 2, { wait: 0 }))
    const third = hold(async () => 3, { wait: 0 }).then(() => hold(async () => 4, { wait: 0 }))
    expect(await Promise.all([first, second, third])).toEqual([1, 2, 4])
    expect(store.isHeld()).toBe(false)
  })

  it('is released after a failure, and requested again after a refusal', async () => {
    const store = strictLock()
    const { hold } = createRunLock(store)
    const failing = hold(() => Promise.reject(new Error('no')), { wait: 0 })
    await expect(failing).rejects.toThrow('no')
    const other = await store.maintenance.lock()
    await expect(hold(async () => 1, { wait: 0 })).rejects.toMatchObject({ code: 'STORE_LOCKED' })
    await other.release()
    expect(await hold(async () => 2, { wait: 0 })).toBe(2)
  })

  it('is awaited with an announcement, until it is free, the time is over or the wait is interrupted', async () => {
    const store = strictLock()
    const { hold } = createRunLock(store)
    const other = await store.maintenance.lock()
    let announced = 0
    const late = hold(async () => 1, { wait: 1500, onWait: () => void (announced += 1) })
    await expect(late).rejects.toMatchObject({ code: 'STORE_LOCKED' })
    expect(announced).toBe(1)
    const stop = new AbortController()
    const interrupted = hold(async () => 1, {
      onWait: () => stop.abort(new Error('stop')),
      signal: stop.signal,
    })
    await expect(interrupted).rejects.toThrow('stop')
    expect(await hold(async () => 2, { onWait: () => void other.release() })).toBe(2)
  })

  it('is not needed if the store has none', async () => {
    expect(await createRunLock({}).hold(async () => 1, { wait: 0 })).toBe(1)
  })
})
