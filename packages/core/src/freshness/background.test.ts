import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRefresher } from './background.js'

function refresherOver(refresh: () => Promise<void>) {
  const reported: unknown[] = []
  const now = () => Date.now()
  const refresher = createRefresher({ refresh, onFailure: (error) => reported.push(error), now })
  return { refresher, reported }
}

describe('a refresher', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('refreshes once after several changes', async () => {
    let refreshed = 0
    const { refresher } = refresherOver(async () => void (refreshed += 1))
    for (let change = 0; change < 10; change += 1) {
      refresher.changed(1_500)
      await vi.advanceTimersByTimeAsync(100)
    }
    expect([refreshed, refresher.isBehind]).toEqual([0, true])
    await vi.advanceTimersByTimeAsync(1_500)
    expect([refreshed, refresher.isBehind]).toEqual([1, false])
  })

  it('refreshes even if changes never end', async () => {
    let refreshed = 0
    const { refresher } = refresherOver(async () => void (refreshed += 1))
    for (let change = 0; change < 100; change += 1) {
      refresher.changed(1_500)
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(refreshed).toBe(3)
  })

  it('refreshes again for a change during a refresh, and never concurrently', async () => {
    const first = Promise.withResolvers<void>()
    let running = 0
    let most = 0
    let refreshed = 0
    const { refresher } = refresherOver(async () => {
      running += 1
      most = Math.max(most, running)
      if (refreshed === 0) await first.promise
      refreshed += 1
      running -= 1
    })
    refresher.changed()
    await vi.advanceTimersByTimeAsync(1)
    refresher.changed(50)
    refresher.changed(50)
    await vi.advanceTimersByTimeAsync(10_000)
    expect([refreshed, refresher.isBehind]).toEqual([0, true])
    first.resolve()
    await vi.advanceTimersByTimeAsync(51)
    expect([refreshed, most, refresher.isBehind]).toEqual([2, 1, false])
  })

  it('reports a failure, and retries', async () => {
    const failures = [new Error('busy'), new Error('still busy')]
    let refreshed = 0
    const { refresher, reported } = refresherOver(async () => {
      const failure = failures.shift()
      if (failure) throw failure
      refreshed += 1
    })
    refresher.changed()
    await vi.advanceTimersByTimeAsync(1)
    expect([reported.length, refresher.isBehind]).toEqual([1, true])
    await vi.advanceTimersByTimeAsync(10_000)
    expect([reported.length, refreshed, refresher.isBehind]).toEqual([2, 1, false])
  })

  it('closes after the current refresh, and starts no more', async () => {
    const first = Promise.withResolvers<void>()
    let begun = 0
    const { refresher } = refresherOver(async () => {
      begun += 1
      await first.promise
    })
    refresher.changed()
    await vi.advanceTimersByTimeAsync(1)
    refresher.changed()
    let isClosed = false
    const closing = refresher.close().then(() => (isClosed = true))
    await vi.advanceTimersByTimeAsync(100)
    expect(isClosed).toBe(false)
    first.resolve()
    await closing
    refresher.changed()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(begun).toBe(1)
  })

  it('resolves waiting callers when a refresh ends, successful or not, and when it is closed', async () => {
    let fails = true
    const { refresher } = refresherOver(async () => {
      if (fails) throw new TypeError('not now')
    })
    const ended: string[] = []
    const wait = (name: string) => void refresher.refreshed().then(() => ended.push(name))
    wait('failed')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(ended).toEqual([])
    refresher.changed()
    await vi.advanceTimersByTimeAsync(0)
    expect(ended).toEqual(['failed'])
    fails = false
    wait('went well')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(ended).toEqual(['failed', 'went well'])
    wait('closed')
    await refresher.close()
    await refresher.refreshed()
    expect(ended).toEqual(['failed', 'went well', 'closed'])
  })
})
