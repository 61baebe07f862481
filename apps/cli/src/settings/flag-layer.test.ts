import { describe, expect, it } from 'vitest'
import { refusalOf } from './__fixtures__/settings-error.js'
import { flagLayer, flagSettings } from './layers.js'

describe('flags', () => {
  it('are the settings they are named for; others are none', () => {
    expect(flagSettings({ model: 'x', db: 'a.sqlite', json: true })).toEqual({
      model: 'x',
      'store.path': 'a.sqlite',
      provider: undefined,
    })
    expect([...flagLayer(flagSettings({ model: 'x', json: true })).keys()]).toEqual(['model'])
  })

  it('are named where they are wrong', () => {
    expect(refusalOf(() => flagLayer(flagSettings({ model: ' ' })))).toMatch(
      /^SETTINGS_INVALID_VALUE --model: model must be a name, or a path/,
    )
    expect(refusalOf(() => flagLayer({ 'cache.maxEntries': 0 }))).toContain(
      'the command line: cache.maxEntries',
    )
  })
})
