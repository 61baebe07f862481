import { describe, expect, it } from 'vitest'
import { refusalOf } from './__fixtures__/settings-error.js'
import type { SettingKey } from './key-table.js'
import { resolveSettings } from './resolve-settings.js'
import type { Variables } from './kinds/kind.js'
import { variableLayer, yieldingLayer, flagLayer, flagSettings } from './layers.js'

const resolved = (variables: Variables) =>
  resolveSettings([yieldingLayer(variables), variableLayer(variables)], { home: '/h', cwd: '/c', variables })

describe('the environment', () => {
  it.each<[string, string, SettingKey, unknown]>([
    ['RECALLITE_ENABLED', 'false', 'enabled', false],
    ['RECALLITE_PROVIDER', 'none', 'provider', 'none'],
    ['RECALLITE_EXTRA_PATHS', '~/a, b', 'extraPaths', ['/h/a', '/c/b']],
    ['RECALLITE_QUERY_MAX_RESULTS', '9', 'query.maxResults', 9],
    ['RECALLITE_QUERY_DEADLINE', '2s', 'query.deadline', 2000],
    ['RECALLITE_STORE_PATH', ':memory:', 'store.path', ':memory:'],
    ['RECALLITE_UPDATE_ON_BOOT', '0', 'update.onBoot', false],
    ['OPENAI_BASE_URL', 'https://example.org/v1', 'providers.openai.baseUrl', 'https://example.org/v1'],
    ['OLLAMA_HOST', '0.0.0.0:9', 'providers.ollama.baseUrl', 'http://127.0.0.1:9'],
  ])('%s=%s sets %3$s', (name, text, key, value) => {
    const settings = resolved({ [name]: text })
    expect([settings.valueOf(key), settings.originOf(key)]).toEqual([value, { kind: 'variable', name }])
  })

  it('holds the keys, under the names that others use too; the first counts', () => {
    const { settings, originOf } = resolved({ GOOGLE_API_KEY: 'google', OPENAI_API_KEY: 'openai' })
    expect(settings.providers.gemini.apiKey.reveal()).toBe('google')
    expect(settings.providers.openai.apiKey.reveal()).toBe('openai')
    expect(originOf('providers.gemini.apiKey')).toEqual({ kind: 'variable', name: 'GOOGLE_API_KEY' })
    const both = resolved({ GOOGLE_API_KEY: 'google', GEMINI_API_KEY: 'gemini' })
    expect(both.settings.providers.gemini.apiKey.reveal()).toBe('gemini')
    const own = resolved({ OPENAI_API_KEY: 'openai', RECALLITE_PROVIDERS_OPENAI_API_KEY: 'own' })
    expect(own.settings.providers.openai.apiKey.reveal()).toBe('own')
  })

  it('says nothing with empty variables', () => {
    const { originOf } = resolved({ RECALLITE_PROVIDER: '', OPENAI_API_KEY: ' ' })
    expect([originOf('provider').kind, originOf('providers.openai.apiKey').kind]).toEqual([
      'built-in',
      'built-in',
    ])
  })

  it('can hold a chain, as JSON, with keys by reference alone', () => {
    const { settings } = resolved({
      RECALLITE_CHAIN: '[{"provider":"openai","apiKey":"${MINE}"},{"provider":"local"}]',
      MINE: 'mine',
    })
    expect(settings.chain.map(({ provider, apiKey }) => [provider, apiKey?.reveal()])).toEqual([
      ['openai', 'mine'],
      ['local', undefined],
    ])
    const refusal = refusalOf(() =>
      resolved({ RECALLITE_CHAIN: '[{"provider":"openai","apiKey":"sk-canary"}]' }),
    )
    expect(refusal).toMatch(/^SETTINGS_REFUSED RECALLITE_CHAIN: chain\[0\]\.apiKey must be a reference/)
    expect(refusal).not.toContain('canary')
  })

  it('is named where it is wrong', () => {
    expect(refusalOf(() => resolved({ RECALLITE_QUERY_MAX_RESULTS: 'many' }))).toBe(
      'SETTINGS_INVALID_VALUE RECALLITE_QUERY_MAX_RESULTS: query.maxResults must be a whole number from 1 to 100.',
    )
  })
})

describe('flags', () => {
  it('are the settings they are named for; others are none', () => {
    const flags = { model: 'x', db: 'a.sqlite', json: true }
    expect(flagSettings(flags)).toEqual({
      model: 'x',
      'store.path': 'a.sqlite',
      provider: undefined,
    })
    expect([...flagLayer(flagSettings(flags)).keys()]).toEqual(['model', 'store.path'])
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
