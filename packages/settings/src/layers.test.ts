import { describe, expect, it } from 'vitest'
import { refusalOf } from './__fixtures__/settings-error.js'
import type { SettingKey } from './key-table.js'
import { resolveSettings } from './resolve-settings.js'
import { fileLayers, flagLayer, flagSettings, variableLayer } from './layers.js'
import { parseSettings } from './parse-settings.js'
import type { Variables } from './schemas/schema.js'

const resolved = (variables: Variables) =>
  resolveSettings([variableLayer(variables)], { home: '/h', cwd: '/c', variables })

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

  it('provides keys by common names; the first one counts', () => {
    const { settings } = resolved({ GOOGLE_API_KEY: 'google', OPENAI_API_KEY: 'openai' })
    expect(settings.providers.gemini.apiKey.reveal()).toBe('google')
    expect(settings.providers.openai.apiKey.reveal()).toBe('openai')
    expect(settings.providers.gemini.apiKey.reference).toBe('${GOOGLE_API_KEY}')
    const both = resolved({ GOOGLE_API_KEY: 'google', GEMINI_API_KEY: 'gemini' })
    expect(both.settings.providers.gemini.apiKey.reveal()).toBe('gemini')
    const preferred = resolved({ OPENAI_API_KEY: 'openai', RECALLITE_PROVIDERS_OPENAI_API_KEY: 'own' })
    expect(preferred.settings.providers.openai.apiKey.reveal()).toBe('own')
  })

  it('ignores empty variables', () => {
    const { originOf } = resolved({ RECALLITE_PROVIDER: '', OPENAI_API_KEY: ' ' })
    expect([originOf('provider').kind, originOf('providers.openai.apiKey').kind]).toEqual([
      'built-in',
      'built-in',
    ])
  })

  it('can contain a chain as JSON, with keys only by reference', () => {
    const { chain } = resolved({
      RECALLITE_CHAIN: '[{"provider":"openai","apiKey":"${MINE}"},{"provider":"local"}]',
      MINE: 'mine',
    })
    expect(chain.map(({ provider, apiKey }) => [provider, apiKey?.reveal()])).toEqual([
      ['openai', 'mine'],
      ['local', undefined],
    ])
    const refusal = refusalOf(() =>
      resolved({ RECALLITE_CHAIN: '[{"provider":"openai","apiKey":"sk-canary"}]' }),
    )
    expect(refusal).toMatch(/^SETTINGS_INVALID_VALUE RECALLITE_CHAIN: chain\[0\]\.apiKey must be a reference/)
    expect(refusal).not.toContain('canary')
  })

  it('is named in an error', () => {
    expect(refusalOf(() => resolved({ RECALLITE_QUERY_MAX_RESULTS: 'many' }))).toBe(
      'SETTINGS_INVALID_VALUE RECALLITE_QUERY_MAX_RESULTS: query.maxResults must be a whole number from 1 to 100.',
    )
  })
})

describe('flags', () => {
  it('set the settings with their name', () => {
    const flags = { model: 'x', db: 'a.sqlite', json: true }
    expect(flagSettings(flags)).toEqual({
      model: 'x',
      'store.path': 'a.sqlite',
      provider: undefined,
    })
    expect([...flagLayer(flagSettings(flags)).keys()]).toEqual(['model', 'store.path'])
  })

  it('are named in an error', () => {
    expect(refusalOf(() => flagLayer(flagSettings({ model: ' ' })))).toMatch(
      /^SETTINGS_INVALID_VALUE --model: model must be a name, or a path/,
    )
    expect(refusalOf(() => flagLayer({ 'cache.maxEntries': 0 }))).toContain(
      'the command line: cache.maxEntries',
    )
  })
})

function layersOf(text: string, isWorkspace = false) {
  return fileLayers(parseSettings(text, '/f.yaml'), { path: '/f.yaml', isWorkspace })
}

describe('a settings file', () => {
  it('has values with their lines', () => {
    const { general, agents } = layersOf(
      '$schema: x\nprovider: none\nquery:\n  maxResults: 3\n  hybrid:\n    enabled: false\nstore:\nagents:\n  a:\n    provider: auto\n  defaults: {}\n  b:\n',
    )
    const lines = [...general].map(([key, { origin }]) => [key, origin.kind === 'file' && origin.line])
    expect(lines).toEqual([
      ['provider', 2],
      ['query.maxResults', 4],
      ['query.hybrid.enabled', 6],
    ])
    expect([...agents].map(([id, layer]) => [id, [...layer.keys()]])).toEqual([
      ['a', ['provider']],
      ['defaults', []],
      ['b', []],
    ])
  })

  it.each([
    ['modle: x', '/f.yaml:1: no setting is called "modle". Did you mean "model"?'],
    [
      'query:\n  maxResult: 3',
      '/f.yaml:2: no setting is called "query.maxResult". Did you mean "query.maxResults"?',
    ],
    ['maxResults: 3', 'Did you mean "query.maxResults"?'],
    ['query.maxResults: 3', 'Nest its parts: query: { maxResults: … }'],
    ['agent: {}', 'Did you mean "agents"?'],
    [
      'agents:\n  a:\n    modle: x',
      '/f.yaml:3: no setting is called "agents.a.modle". Did you mean "model"?',
    ],
    ['agents:\n  a:\n    agents: {}', 'no setting is called "agents.a.agents".'],
    [
      'memorySearch: { query: { hybrid: { vectorWeight: 0.6 } }, chunking: { tokens: 300 } }',
      '"memorySearch". memorySearch.query.hybrid.vectorWeight: use query.hybrid.vectorWeight. memorySearch.chunking.tokens: use chunking.tokens.',
    ],
    ['memorySearch.cache.maxEntries: 5', 'memorySearch.cache.maxEntries: use cache.maxEntries.'],
    ['agents:\n  defaults:\n    memorySearch: { query: { minScore: 0.2 } }', 'use query.minScore.'],
    ['memory: { search: { remote: { batch: { enabled: true } } } }', 'use batch.enabled.'],
    ['memory: { backend: qmd }', 'memory.backend: for the collections of QMD, run recallite import --from'],
    ['memory: { qmd: { update: { onBoot: true } } }', 'use update.onBoot.'],
    ['memorySearch: { inputs: 1 }', 'no setting is called "memorySearch".'],
    ['__proto__: { enabled: false }', 'no setting is called "__proto__".'],
    ['query: { toString: 1 }', 'no setting is called "query.toString".'],
    ['chain:\n  - provider: none\n', 'chain[0].provider must be one of local, openai, gemini, ollama, onnx.'],
    [
      'chain:\n  - provider: local\n    modle: x\n',
      '/f.yaml:3: chain[0] has no "modle". Did you mean "model"?',
    ],
    [`${'x'.repeat(500)}: 1`, `no setting is called "${'x'.repeat(100)}…". 'recallite config'`],
  ])('is rejected: %j', (text, message) => {
    expect(refusalOf(() => layersOf(text))).toMatch(/^SETTINGS_(UNKNOWN_KEY|INVALID_VALUE) \/f\.yaml:\d/)
    expect(refusalOf(() => layersOf(text))).toContain(message)
  })

  it.each([
    ['query: 3', 'query must be a mapping of settings, such as maxResults'],
    ['query:\n  maxResults: ten', '/f.yaml:2: query.maxResults must be a whole number from 1 to 100.'],
    ['provider: opnai', 'Did you mean "openai"?'],
    ['agents: []', 'agents must be a mapping'],
    ['agents: { a: 1 }', 'agents.a must be a mapping of settings'],
    ['agents: { "a/b": {} }', 'agents.a/b must be named by an agent id'],
    ['agents: { __proto__: { provider: none } }', 'agents.__proto__ must be named by an agent id'],
  ])('is rejected with the value: %j', (text, message) => {
    const refusal = refusalOf(() => layersOf(text))
    expect(refusal).toMatch(/^SETTINGS_INVALID_VALUE \/f\.yaml:\d/)
    expect(refusal).toContain(message)
  })

  it.each([
    'store: { vector: { extensionPath: ./evil.so } }',
    'providers: { allowHttp: true }',
    'providers: { openai: { baseUrl: "https://example.org" } }',
    'providers: { openai: { apiKey: "${GITHUB_TOKEN}" } }',
    'chain: [{ provider: openai, apiKey: "${GITHUB_TOKEN}" }]',
    'agents: { main: { store: { vector: { extensionPath: ./evil.so } } } }',
    'agents: { defaults: { providers: { ollama: { baseUrl: "http://10.0.0.1" } } } }',
  ])('of a workspace may not set %s', (text) => {
    expect(refusalOf(() => layersOf(text, true))).toMatch(
      /^SETTINGS_REFUSED \/f\.yaml:1: .*~\/\.recallite\/config\.yaml\.$/,
    )
    expect(refusalOf(() => layersOf(text, false))).toBe('not refused')
  })

  it.each([
    ['chain: [{ type: openai, api_key: "${GITHUB_TOKEN}" }]', 'chain[0].apiKey'],
    ['embedding: { primary: { type: openai, api_key: "${GITHUB_TOKEN}" } }', 'chain[0].apiKey'],
  ])('of a workspace may not set %s', (text, key) => {
    expect(refusalOf(() => layersOf(text, true))).toContain(
      `SETTINGS_REFUSED /f.yaml:1: ${key} may only name`,
    )
  })

  it('may refer to the default variables and this machine in a workspace', () => {
    const text =
      'providers: { gemini: { apiKey: "${GOOGLE_API_KEY}" }, ollama: { baseUrl: "http://localhost:1" } }\nchain: [{ provider: openai, apiKey: "${OPENAI_API_KEY}" }]'
    expect(layersOf(text, true).general.size).toBe(3)
  })

  it.each([
    'providers: { openai: { apiKey: sk-canary } }',
    'chain: [{ provider: openai, apiKey: sk-canary }]',
  ])('must not contain a key, and the message does not quote it: %s', (text) => {
    const refusal = refusalOf(() => layersOf(text))
    expect(refusal).toMatch(/^SETTINGS_INVALID_VALUE .*must be a reference to an environment variable/)
    expect(refusal).not.toContain('canary')
  })
})

describe('a chain with the names of OpenClaw', () => {
  const surroundings = { home: '/home/me', cwd: '/work', variables: { OPENAI_API_KEY: 'sk' } }
  const chainIn = (text: string) => layersOf(text).general.get('chain')

  it('is read from `embedding`, with the fallbacks in order', () => {
    const backends = {
      fallback_2: { type: 'gemini', model: 'gemini-embedding-001', dimensions: 768 },
      fallback_1: { type: 'openai', api_key: '${OPENAI_API_KEY}' },
      primary: { type: 'local_gguf', model_path: '~/m.gguf', dimensions: 768 },
    }
    const given = chainIn(JSON.stringify({ embedding: backends }))
    expect(given?.resolve(surroundings)).toMatchObject([
      { provider: 'local', model: '/home/me/m.gguf', dimensions: 768 },
      { provider: 'openai', apiKey: { isSet: true } },
      { provider: 'gemini', model: 'gemini-embedding-001', dimensions: 768 },
    ])
    expect(given?.written).toMatchObject([{ provider: 'local', model: '~/m.gguf' }, {}, {}])
  })

  it('is read in files, agents and variables', () => {
    const named = '[{ "type": "local", "path": "/m.gguf" }]'
    const read = [{ provider: 'local', model: '/m.gguf' }]
    const agent = layersOf(`agents: { a: { chain: ${named} } }`).agents.get('a')?.get('chain')
    const variable = variableLayer({ RECALLITE_CHAIN: named }).get('chain')
    for (const given of [chainIn(`chain: ${named}`), agent, variable])
      expect(given?.resolve(surroundings)).toEqual(read)
  })

  it.each([
    [
      'embedding:\n  primary:\n    type: opnai',
      /_INVALID_VALUE \/f\.yaml:3: chain\[0\]\.provider must be.*openai/,
    ],
    ['chain:\n- type: local\n  path: 1', /_INVALID_VALUE \/f\.yaml:3: chain\[0\]\.model must be/],
    ['embedding: { second: {} }', /_UNKNOWN_KEY .*embedding has no "second".* It has primary, fallback_1/],
    ['embedding: openai', /_INVALID_VALUE .*embedding must be a mapping of primary/],
    ['embedding: { primary: { path: /a } }', /_INVALID_VALUE .*chain\[0\] must be a mapping with a provider/],
    [
      'chain: [{ type: local, provider: local }]',
      /_INVALID_VALUE .*chain\[0\] must be a mapping with one name/,
    ],
    ['chain: []\nembedding: {}', /_REFUSED \/f\.yaml:2: embedding and chain are two names/],
    ['chain: [{ provider: openai, documents: true }]', /_UNKNOWN_KEY .*has no "documents"/],
  ])('is rejected with its line: %j', (text, message) => {
    expect(refusalOf(() => layersOf(text))).toMatch(message)
  })
})
