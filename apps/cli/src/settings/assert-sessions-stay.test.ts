import { describe, expect, it } from 'vitest'
import { refusalOf } from './__fixtures__/settings-error.js'
import { assertSessionsStay } from './workspace-limits.js'
import { fileLayers } from './file-layers.js'
import { parseSettings } from './parse-settings.js'
import { orderLayers } from './read-settings.js'
import { isMapping } from './tree.js'
import { variableLayer } from './layers.js'

function layersOf(text: string, path: string, isWorkspace: boolean) {
  const { value } = parseSettings(text, path)
  return fileLayers(isMapping(value) ? value : new Map(), { path, isWorkspace })
}

interface Said {
  readonly user?: string
  readonly workspace: string
  readonly variables?: Readonly<Record<string, string>>
}

function refusal({ user = '', workspace, variables = {} }: Said): string {
  const files = [layersOf(user, '/h/c.yaml', false), layersOf(workspace, '/w/r.yaml', true)]
  const layers = [...orderLayers(files, 'main'), variableLayer(variables)]
  return refusalOf(() => assertSessionsStay(layers, { home: '/h', cwd: '/w', variables: {} }))
}

const on = 'sessions: { enabled: true }'

describe('a workspace file', () => {
  it.each<[string, Said]>([
    ['sessions.enabled', { workspace: on }],
    ['sources', { workspace: 'sources: [memory, sessions]' }],
    ['sources', { workspace: 'sources: [sessions]\nsessions: { enabled: false }' }],
    ['sessions.enabled', { workspace: `agents: { defaults: { ${on} } }` }],
    ['sessions.enabled', { workspace: on, user: 'sessions: { path: /transcripts }' }],
    ['sessions.enabled', { workspace: on, user: 'sessions: { enabled: false }' }],
    ['sessions.retentionDays', { workspace: 'sessions: { retentionDays: 31 }', user: on }],
  ])('may not switch on by %s that conversations of elsewhere are indexed: %#', (key, said) => {
    const message = refusal(said)
    expect(message).toMatch(/^SETTINGS_REFUSED \/w\/r\.yaml:\d+: .*more of your conversations/)
    expect(message).toContain(`: ${key} would`)
  })

  it.each<Said>([
    { workspace: 'sources: [memory]' },
    { workspace: 'sessions: { retentionDays: 365 }' },
    { workspace: 'sessions: { enabled: true, path: ./transcripts }' },
    { workspace: on, user: on },
    { workspace: on, user: 'sources: [sessions]' },
    { workspace: on, variables: { RECALLITE_SESSIONS_ENABLED: 'true' } },
    { workspace: on, variables: { RECALLITE_SESSIONS_ENABLED: 'false' } },
    { workspace: 'sources: []\nsessions: { retentionDays: 7, enabled: false }', user: on },
  ])('may say what shows no more of them than others said: %#', (said) => {
    expect(refusal(said)).toBe('not refused')
  })
})

it('who writes the user file may say anything', () => {
  expect(refusal({ workspace: '', user: `${on}\nsources: [sessions]` })).toBe('not refused')
})
