import { describe, expect, it } from 'vitest'
import { spaceOutcome } from './database.js'

describe('A25: limits of the machine', () => {
  it.each([
    [1_000_000_000, 100_000_000, 'ok'],
    [90_000_000, 100_000_000, 'warning'],
    [19_000_000, 1_000, 'failed'],
    [20_000_000, 1_000, 'ok'],
  ])('A25: %i bytes free for a database of %i: %s', (free, size, state) => {
    expect(spaceOutcome(free, size, '/data').state).toBe(state)
    expect(spaceOutcome(76_700_000_000, size, '/data').detail).toMatch(/^76\.7 GB are free/)
  })
})
