import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dueTime } from './due-time.js'

const patience = { debounce: 1_500, mostDelay: 3_000 }

describe('dueTime', () => {
  it('waits until nothing has changed for a while', () => {
    expect(dueTime({ firstChange: 100, lastChange: 100 }, patience)).toBe(1_600)
    expect(dueTime({ firstChange: 100, lastChange: 900 }, patience)).toBe(2_400)
  })

  it('does not wait for ever where something changes all the time', () => {
    expect(dueTime({ firstChange: 100, lastChange: 3_000 }, patience)).toBe(3_100)
  })

  it('is never before the last change and the debounce, unless the first change has waited long enough', () => {
    const times = fc.record({
      first: fc.nat(1e6),
      further: fc.nat(1e6),
      debounce: fc.nat(1e4),
      mostDelay: fc.nat(1e4),
    })
    fc.assert(
      fc.property(times, ({ first, further, debounce, mostDelay }) => {
        const due = dueTime({ firstChange: first, lastChange: first + further }, { debounce, mostDelay })
        const longest = first + Math.max(debounce, mostDelay)
        expect(due).toBe(Math.min(first + further + debounce, longest))
        expect(due).toBeGreaterThanOrEqual(first)
      }),
    )
  })
})
