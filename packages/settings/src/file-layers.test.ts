import { describe, expect, it } from 'vitest'
import { refusalOf } from './__fixtures__/settings-error.js'
import { fileLayers } from './file-layers.js'
import { parseSettings } from './parse-settings.js'
import { isMapping } from './tree.js'

function layersOf(text: string, isWorkspace = false) {
  const { value } = parseSettings(text, '/f.yaml')
  return fileLayers(isMapping(value) ? value : new Map(), { path: '/f.yaml', isWorkspace })
}

describe('a settings file', () => {
  it('says what it says, with the line of each', () => {
    const { own, agents } = layersOf(
      '$schema: x\nprovider: none\nquery:\n  maxResults: 3\n  hybrid:\n    enabled: false\nstore:\nagents:\n  a:\n    provider: auto\n  defaults: {}\n  b:\n',
    )
    const lines = [...own].map(([key, { origin }]) => [key, origin.kind === 'file' && origin.line])
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
    ['qery:\n  maxResults: 3', '/f.yaml:1: no setting is called "qery". Did you mean "query"?'],
    ['query.maxResults: 3', 'Nest its parts: query: { maxResults: … }'],
    ['agent: {}', 'Did you mean "agents"?'],
    [
      'agents:\n  a:\n    modle: x',
      '/f.yaml:3: no setting is called "agents.a.modle". Did you mean "model"?',
    ],
    ['agents:\n  a:\n    agents: {}', 'no setting is called "agents.a.agents".'],
    ['__proto__: { enabled: false }', 'no setting is called "__proto__".'],
    ['constructor: { enabled: false }', 'no setting is called "constructor".'],
    ['query: { toString: 1 }', 'no setting is called "query.toString".'],
    ['chain:\n  - provider: none\n', 'chain[0].provider must be one of local, openai, gemini, ollama, onnx.'],
    [
      'chain:\n  - provider: local\n    modle: x\n',
      '/f.yaml:3: chain[0] has no "modle". Did you mean "model"?',
    ],
    [`${'x'.repeat(500)}: 1`, `no setting is called "${'x'.repeat(100)}…". 'recallite config'`],
  ])('is refused: %j', (text, message) => {
    expect(refusalOf(() => layersOf(text))).toMatch(/^SETTINGS_(UNKNOWN_KEY|INVALID_VALUE) \/f\.yaml:\d/)
    expect(refusalOf(() => layersOf(text))).toContain(message)
  })

  it.each([
    ['query: 3', 'query must be a mapping of settings, such as maxResults'],
    ['query:\n  maxResults: ten', '/f.yaml:2: query.maxResults must be a whole number from 1 to 100.'],
    ['query:\n  maxResults:', 'query.maxResults must be a whole number'],
    ['provider: opnai', 'Did you mean "openai"?'],
    ['agents: []', 'agents must be a mapping'],
    ['agents: { a: 1 }', 'agents.a must be a mapping of settings'],
    ['agents: { "a/b": {} }', 'agents.a/b must be named by an agent id'],
    ['agents: { __proto__: { provider: none } }', 'agents.__proto__ must be named by an agent id'],
    ['agents: { a: { query: { maxResults: 0 } } }', 'agents.a.query.maxResults must be a whole number'],
  ])('has wrong values: %j', (text, message) => {
    const refusal = refusalOf(() => layersOf(text))
    expect(refusal).toMatch(/^SETTINGS_INVALID_VALUE \/f\.yaml:\d/)
    expect(refusal).toContain(message)
  })

  it.each([
    'store: { vector: { extensionPath: ./evil.so } }',
    'providers: { allowHttp: true }',
    'providers: { openai: { baseUrl: "https://example.org" } }',
    'providers: { openai: { apiKey: "${GITHUB_TOKEN}" } }',
    'chain: [{ provider: openai, baseUrl: "https://example.org" }]',
    'chain: [{ provider: openai, apiKey: "${GITHUB_TOKEN}" }]',
    'chain: [{ provider: openai, documents: true }]',
    'agents: { main: { store: { vector: { extensionPath: ./evil.so } } } }',
    'agents: { defaults: { providers: { ollama: { baseUrl: "http://10.0.0.1" } } } }',
  ])('of a workspace may not say %s', (text) => {
    expect(refusalOf(() => layersOf(text, true))).toMatch(
      /^SETTINGS_REFUSED \/f\.yaml:1: .*~\/\.recallite\/config\.yaml\.$/,
    )
    expect(refusalOf(() => layersOf(text, false))).toBe('not refused')
  })

  it('may name the usual variables and this machine in a workspace', () => {
    const text =
      'providers: { gemini: { apiKey: "${GOOGLE_API_KEY}" }, ollama: { baseUrl: "http://localhost:1" } }\nchain: [{ provider: openai, apiKey: "${OPENAI_API_KEY}" }]'
    expect(layersOf(text, true).own.size).toBe(3)
  })

  it.each([
    'providers: { openai: { apiKey: sk-canary } }',
    'chain: [{ provider: openai, apiKey: sk-canary }]',
  ])('must not hold a key, and it is not repeated: %s', (text) => {
    const refusal = refusalOf(() => layersOf(text))
    expect(refusal).toMatch(/^SETTINGS_REFUSED .*must be a reference to an environment variable/)
    expect(refusal).not.toContain('canary')
  })
})
