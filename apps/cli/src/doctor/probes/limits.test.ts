import { describe, expect, it } from 'vitest'
import { spaceOutcome } from './database.js'
import { watchOutcome } from './files.js'

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

  it.each([
    [800, 1_000, null],
    [801, 1_000, 'sudo sysctl fs.inotify.max_user_watches=524288'],
    [400_000, 8_192, 'sudo sysctl fs.inotify.max_user_watches=1048576'],
  ])('A25: %i watches of %i', (watches, limit, fix) => {
    expect(watchOutcome(watches, limit).fix).toBe(fix)
  })
})
