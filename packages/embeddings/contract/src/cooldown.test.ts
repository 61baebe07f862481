import { describe, expect, it } from 'vitest'
import { createCooldown } from './cooldown.js'

/** A clock that only sleeping moves, and what was slept. */
function createClock() {
  let time = 1000
  const slept: number[] = []
  const sleep = async (milliseconds: number) => {
    slept.push(milliseconds)
    await Promise.resolve()
    time += milliseconds
  }
  return { slept, now: () => time, sleep }
}

describe('createCooldown', () => {
  it('lets calls through at once while no pause is under way', async () => {
    const clock = createClock()
    await createCooldown(clock).pass(0, undefined)
    expect(clock.slept).toEqual([])
  })

  it('holds every call until the longest pause is over, and none afterwards', async () => {
    const clock = createClock()
    const cooldown = createCooldown(clock)
    cooldown.extend(700)
    cooldown.extend(200)
    await cooldown.pass(0, undefined)
    expect(clock.slept).toEqual([700])
    await cooldown.pass(0, undefined)
    expect(clock.slept).toEqual([700])
  })

  it("waits a call's own time where that is longer", async () => {
    const clock = createClock()
    const cooldown = createCooldown(clock)
    cooldown.extend(200)
    await cooldown.pass(500, undefined)
    expect(clock.slept).toEqual([500])
  })

  it('holds a call on when the pause grows meanwhile', async () => {
    const clock = createClock()
    const cooldown = createCooldown(clock)
    cooldown.extend(100)
    const passed = cooldown.pass(0, undefined)
    cooldown.extend(250)
    await passed
    expect(clock.slept).toEqual([100, 150])
  })

  it('ends where the clock stands still or wakes sleepers early', async () => {
    const slept: number[] = []
    const sleep = async (milliseconds: number) => void slept.push(milliseconds)
    const cooldown = createCooldown({ now: () => 0, sleep })
    cooldown.extend(100)
    await cooldown.pass(0, undefined)
    expect(slept).toEqual([100])
  })

  it('rejects with what sleeping rejects with', async () => {
    const reason = new RangeError('enough')
    const cooldown = createCooldown({ now: () => 0, sleep: () => Promise.reject(reason) })
    await expect(cooldown.pass(1, undefined)).rejects.toBe(reason)
  })
})
