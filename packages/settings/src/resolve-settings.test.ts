import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refusalOf } from './__fixtures__/settings-error.js'
import {
  flagLayer,
  type FileLayers,
  type FlagSettings,
  mergeLayers,
  type Given,
  type Layer,
} from './layers.js'
import { settingKeys, type SettingKey } from './key-table.js'
import { orderLayers } from './read-settings.js'
import { resolveSettings } from './resolve-settings.js'

const surroundings = { home: '/h', cwd: '/c', variables: {} }
const resolveFlags = (...layers: FlagSettings[]) => resolveSettings(layers.map(flagLayer), surroundings)

const layer: fc.Arbitrary<Layer> = fc
  .uniqueArray(
    fc.constantFrom<SettingKey>('provider', 'model', 'query.maxResults', 'query.minScore', 'chain'),
  )
  .chain((keys) =>
    fc
      .uniqueArray(fc.integer(), { minLength: keys.length, maxLength: keys.length })
      .map(
        (values) =>
          new Map(
            keys.map((key, index): [SettingKey, Given] => [
              key,
              { resolve: () => values[index], origin: { kind: 'flag', name: `--${values[index]}` } },
            ]),
          ),
      ),
  )

describe('merging', () => {
  it('of files is: for all, for every agent, for this agent; the workspace over the user within each', () => {
    const file: fc.Arbitrary<FileLayers> = fc.record({
      own: layer,
      agents: fc
        .record({ defaults: layer, main: layer, other: layer })
        .map((agents) => new Map(Object.entries(agents))),
    })
    fc.assert(
      fc.property(file, file, (user, workspace) => {
        const falling = [
          workspace.agents.get('main'),
          user.agents.get('main'),
          workspace.agents.get('defaults'),
          user.agents.get('defaults'),
          workspace.own,
          user.own,
        ]
        const merged = mergeLayers(orderLayers([user, workspace], 'main'))
        for (const key of settingKeys) {
          expect(merged.get(key)).toBe(falling.find((each) => each?.has(key))?.get(key))
        }
      }),
    )
  })
})

describe('settings', () => {
  it('are what is built in where nobody says anything', () => {
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

  it('let the overlap shrink with the pieces, unless somebody set it', () => {
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
