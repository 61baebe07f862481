import { describe, expect, it } from 'vitest'
import { refusalOf } from './__fixtures__/settings-error.js'
import { assertTextsStay, assertSessionsStay } from './workspace-limits.js'
import { fileLayers, flagLayer, type FlagSettings, variableLayer } from './layers.js'
import { parseSettings } from './parse-settings.js'
import { orderLayers } from './read-settings.js'

function layersOf(text: string, path: string, isWorkspace: boolean) {
  return fileLayers(parseSettings(text, path), { path, isWorkspace })
}

interface Said {
  readonly user: string
  readonly workspace: string
  readonly variables?: Readonly<Record<string, string>>
  readonly flags?: FlagSettings
}

/** The error of the agent `main`. */
function refusal({ user, workspace, variables = {}, flags = {} }: Said): string {
  const userFile = layersOf(user, '/user.yaml', false)
  const files = [userFile, layersOf(workspace, '/w/.recallite.yaml', true)]
  const above = [variableLayer(variables), flagLayer(flags)]
  const all = [...orderLayers(files, 'main'), ...above]
  const surroundings = { home: '/h', cwd: '/w', variables }
  return refusalOf(() => assertTextsStay({ user: orderLayers([userFile], 'main'), all }, surroundings))
}

const staying = [
  'provider: local',
  'provider: onnx',
  'provider: ollama',
  'provider: none',
  'provider: openai\nchain: [{ provider: local }, { provider: ollama }]',
  'provider: openai\nagents: { defaults: { provider: local } }',
  'provider: openai\nagents: { main: { provider: none } }',
]

const leaving = [
  'agents: { main: { provider: openai } }',
  'agents: { main: { provider: auto } }',
  'fallback: gemini',
  'chain: [{ provider: local }, { provider: gemini }]',
  'agents: { defaults: { chain: [{ provider: openai }] } }',
]

describe('a user file that keeps texts on this machine', () => {
  const cases = staying.flatMap((user) => leaving.map((workspace) => [user, workspace] as const))
  it.each(cases)('(%j) is not overridden by a workspace file: %j', (user, workspace) => {
    expect(refusal({ user, workspace })).toMatch(
      /^SETTINGS_REFUSED \/w\/\.recallite\.yaml:1: (?:provider|fallback|chain) would send texts .*set it yourself: .*RECALLITE_(?:PROVIDER|FALLBACK|CHAIN), ~\/\.recallite\/config\.yaml\.$/,
    )
  })

  it.each([
    'provider: ollama',
    'fallback: onnx',
    'chain: [{ provider: ollama, baseUrl: "http://localhost:1" }, { provider: local }]',
    'agents: { other: { provider: openai } }',
    'query: { maxResults: 3 }',
  ])('allows other choices: %s', (workspace) => {
    expect(refusal({ user: 'provider: local', workspace })).toBe('not refused')
  })

  it('leads to an error with the flag, variable and file that would allow it', () => {
    expect(refusal({ user: 'provider: local', workspace: 'provider: openai' })).toContain(
      '--provider, RECALLITE_PROVIDER, ~/.recallite/config.yaml.',
    )
  })

  it.each([
    { variables: { OLLAMA_HOST: 'http://10.0.0.1:11434' } },
    { variables: { RECALLITE_PROVIDERS_OLLAMA_BASE_URL: 'https://example.org' } },
  ])('treats Ollama on another machine as remote: %j', (surroundings) => {
    for (const workspace of ['provider: ollama', 'fallback: ollama', 'chain: [{ provider: ollama }]']) {
      expect(refusal({ user: 'provider: local', workspace, ...surroundings })).toContain('SETTINGS_REFUSED')
    }
  })

  it('is not overridden by an empty chain either', () => {
    const user = 'chain: [{ provider: local }]'
    expect(refusal({ user, workspace: 'chain: []' })).toMatch(/^SETTINGS_REFUSED .* chain would send/)
    expect(refusal({ user: `${user}\nprovider: onnx`, workspace: 'chain: []' })).toBe('not refused')
  })

  it('is overridden by flags and variables, which also override the workspace file', () => {
    const user = 'provider: local'
    const variables = { RECALLITE_PROVIDER: 'openai' }
    for (const workspace of ['provider: gemini', 'chain: [{ provider: gemini }]']) {
      expect(refusal({ user, workspace, flags: { provider: 'openai' } })).toBe('not refused')
      expect(refusal({ user, workspace, variables })).toBe('not refused')
    }
    expect(refusal({ user, workspace: 'fallback: gemini', variables })).toContain('SETTINGS_REFUSED')
  })
})

describe('a user file that does not', () => {
  it.each([
    '',
    'provider: auto',
    'provider: gemini',
    'provider: ollama\nproviders: { ollama: { baseUrl: "https://example.org" } }',
    'provider: local\nchain: [{ provider: local }, { provider: openai }]',
    'provider: local\nagents: { main: { provider: openai } }',
    'agents: { other: { provider: local } }',
  ])('lets a workspace file choose: %j', (user) => {
    for (const workspace of leaving) expect(refusal({ user, workspace })).toBe('not refused')
  })

  it('may refer to an unset variable if its value does not count', () => {
    const user = 'chain: [{ provider: openai, baseUrl: "${MISSING}" }]'
    expect(refusal({ user, workspace: 'chain: [{ provider: local }]' })).toBe('not refused')
  })
})

interface SaidOfSessions {
  readonly user?: string
  readonly workspace: string
  readonly variables?: Readonly<Record<string, string>>
}

function sessionsRefusal({ user = '', workspace, variables = {} }: SaidOfSessions): string {
  const files = [layersOf(user, '/h/c.yaml', false), layersOf(workspace, '/w/r.yaml', true)]
  const layers = [...orderLayers(files, 'main'), variableLayer(variables)]
  return refusalOf(() => assertSessionsStay(layers, { home: '/h', cwd: '/w', variables: {} }))
}

const on = 'sessions: { enabled: true }'

describe('a workspace file', () => {
  it.each<[string, SaidOfSessions]>([
    ['sessions.enabled', { workspace: on }],
    ['sources', { workspace: 'sources: [memory, sessions]' }],
    ['sources', { workspace: 'sources: [sessions]\nsessions: { enabled: false }' }],
    ['sessions.enabled', { workspace: `agents: { defaults: { ${on} } }` }],
    ['sessions.enabled', { workspace: on, user: 'sessions: { path: /transcripts }' }],
    ['sessions.enabled', { workspace: on, user: 'sessions: { enabled: false }' }],
    ['sessions.retentionDays', { workspace: 'sessions: { retentionDays: 31 }', user: on }],
  ])('may not use %s to index conversations of other folders: %#', (key, said) => {
    const message = sessionsRefusal(said)
    expect(message).toMatch(/^SETTINGS_REFUSED \/w\/r\.yaml:\d+: .*more of your conversations/)
    expect(message).toContain(`: ${key} would`)
  })

  it.each<SaidOfSessions>([
    { workspace: 'sources: [memory]' },
    { workspace: 'sessions: { retentionDays: 365 }' },
    { workspace: 'sessions: { enabled: true, path: ./transcripts }' },
    { workspace: on, user: on },
    { workspace: on, user: 'sources: [sessions]' },
    { workspace: on, variables: { RECALLITE_SESSIONS_ENABLED: 'true' } },
    { workspace: on, variables: { RECALLITE_SESSIONS_ENABLED: 'false' } },
    { workspace: 'sources: []\nsessions: { retentionDays: 7, enabled: false }', user: on },
  ])('may set anything that does not index more of them: %#', (said) => {
    expect(sessionsRefusal(said)).toBe('not refused')
  })
})

it('the user file may set anything', () => {
  expect(sessionsRefusal({ workspace: '', user: `${on}\nsources: [sessions]` })).toBe('not refused')
})
