import { describe, expect, it } from 'vitest'
import { memoryOptions } from './open-memory.js'
import { flagLayer, type FlagSettings, resolveSettings } from '@recallite/settings'

function optionsOf(settings: FlagSettings, livesLong: boolean) {
  const resolved = resolveSettings([flagLayer(settings)], { home: '/h', cwd: '/c', variables: {} })
  return memoryOptions(resolved.settings, { livesLong })
}

describe('memoryOptions', () => {
  it('are what the settings say', () => {
    const settings = { 'chunking.tokens': 100, 'query.deadline': '2s', 'cache.maxEntries': 7 } as const
    expect(optionsOf(settings, false)).toMatchObject({
      chunking: { target: 100, overlap: 20, pieces: true },
      queryDeadline: 2000,
      cachedAnswers: 7,
    })
    expect(optionsOf({ 'cache.enabled': false }, true).cachedAnswers).toBe(0)
  })

  it('let a program that stays bring in what changed behind its searches', () => {
    expect([false, true].map((livesLong) => optionsOf({}, livesLong).freshness)).toEqual([
      'before-search',
      'behind-search',
    ])
    expect([false, true].map((each) => optionsOf({ 'update.onBoot': false }, each).freshness)).toEqual([
      'none',
      'behind-search',
    ])
  })

  it('let only a program that stays give idle models up', () => {
    expect([false, true].map((livesLong) => optionsOf({}, livesLong).modelIdle)).toEqual([undefined, 300_000])
    expect(optionsOf({ 'models.idle': 0 }, true).modelIdle).toBeUndefined()
  })
})
