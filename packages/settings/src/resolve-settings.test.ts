import { describe, expect, it } from 'vitest'
import { refusalOf } from './__fixtures__/settings-error.js'
import { flagLayer, type FlagSettings } from './layers.js'
import { settingKeys } from './key-table.js'
import { resolveSettings } from './resolve-settings.js'

const surroundings = { home: '/h', cwd: '/c', variables: {} }
const resolveFlags = (...layers: FlagSettings[]) => resolveSettings(layers.map(flagLayer), surroundings)

describe('settings', () => {
  it('are the defaults if nothing sets them', () => {
    const { settings, chain, originOf } = resolveFlags()
    expect(chain).toEqual([{ provider: 'auto', origin: { kind: 'built-in' } }])
    expect(JSON.parse(JSON.stringify(settings))).toMatchObject({
      query: { maxResults: 10, hybrid: { enabled: true }, deadline: 15_000 },
      providers: { openai: { apiKey: '${OPENAI_API_KEY}' }, ollama: {} },
      models: { path: '/h/.recallite/models' },
    })
    expect(settingKeys.map((key) => originOf(key).kind)).toEqual(settingKeys.map(() => 'built-in'))
  })

  it('are nested by their keys', () => {
    const resolved = resolveFlags({ 'query.hybrid.vectorWeight': 0.2 }, { 'query.hybrid.vectorWeight': 0.4 })
    expect(resolved.settings.query.hybrid.vectorWeight).toBe(0.4)
    expect(resolved.valueOf('query.hybrid.vectorWeight')).toBe(0.4)
    expect(resolved.originOf('query.hybrid.vectorWeight')).toEqual({ kind: 'flag', name: 'the command line' })
  })

  it('reduce the overlap for small chunks, unless it is set', () => {
    expect(resolveFlags({ 'chunking.tokens': 50 }).settings.chunking).toEqual({
      tokens: 50,
      overlap: 10,
    })
    expect(resolveFlags({ 'chunking.tokens': 2000 }).settings.chunking.overlap).toBe(80)
    expect(resolveFlags({ 'chunking.overlap': 399 }).settings.chunking.overlap).toBe(399)
    expect(refusalOf(() => resolveFlags({ 'chunking.tokens': 50, 'chunking.overlap': 50 }))).toContain(
      'chunking.overlap must be below chunking.tokens, which is 50.',
    )
  })
})
