import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchActivity } from './serve-memory.js'

const response = () => new EventEmitter() as ServerResponse

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a program that nobody asks', () => {
  it('ends after its time, counted from the end of the last answer', () => {
    let clock = 0
    const activity = watchActivity({ idle: 60_000, now: () => clock })
    const pass = (milliseconds: number) => {
      clock += milliseconds
      vi.advanceTimersByTime(milliseconds)
    }
    pass(59_000)
    const open = response()
    activity.begin(open)
    pass(600_000)
    expect(activity.ended.aborted).toBe(false)
    open.emit('close')
    pass(45_000)
    expect(activity.ended.aborted).toBe(false)
    pass(30_000)
    expect(activity.ended.aborted).toBe(true)
    activity.stop()
  })

  it('stays while its clock stands, as when the machine sleeps, and whatever the time of day is set to', () => {
    const activity = watchActivity({ idle: 60_000, now: () => 5 })
    vi.setSystemTime(Date.now() + 86_400_000)
    vi.advanceTimersByTime(3_600_000)
    expect(activity.ended.aborted).toBe(false)
    activity.stop()
  })

  it('stays for ever without a limit', () => {
    const activity = watchActivity({ idle: undefined })
    vi.advanceTimersByTime(86_400_000)
    expect([activity.ended.aborted, vi.getTimerCount()]).toEqual([false, 0])
  })
})
