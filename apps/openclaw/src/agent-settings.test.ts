import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { memorySearchTable } from '@recallite/settings/openclaw'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { readAgentSettings } from './agent-settings.js'
import type { HostConfig, PluginConfig } from './openclaw-api.js'

const workspace = '/work/space'

function read(cfg: HostConfig, how: { plugin?: PluginConfig; variables?: Record<string, string> } = {}) {
  const variables = { HOME: temporaryFolder(), ...how.variables }
  return readAgentSettings({ cfg, agentId: 'ana' }, { workspace, plugin: how.plugin, variables })
}

const searching = (search: object, rest: HostConfig = {}) =>
  read({ ...rest, memory: { search: search as never } })

describe('settings of OpenClaw', () => {
  it('are the defaults without any', () => {
    const { resolved, hasSessions, citations, ignored, sources } = read({})
    expect(resolved.settings).toMatchObject({ enabled: true, query: { maxResults: 10 } })
    expect({ hasSessions, citations, ignored }).toEqual({
      hasSessions: false,
      citations: 'auto',
      ignored: [],
    })
    expect(sources).toMatchObject([
      { kind: 'memory', folder: workspace },
      { kind: 'paths', paths: ['USER.md'] },
    ])
  })

  it.each([
    [{ enabled: false }, { enabled: false }],
    [{ remote: { batch: { enabled: true } } }, { batch: { enabled: true } }],
    [
      { provider: 'gemini', outputDimensionality: 768 },
      { providers: { gemini: { dimensions: 768 }, openai: { dimensions: undefined } } },
    ],
    [
      { provider: 'ollama', remote: { baseUrl: 'http://127.0.0.1:1/' } },
      { providers: { ollama: { baseUrl: expect.stringContaining('127.0.0.1:1') } } },
    ],
    [{ store: { vector: { enabled: false } } }, { store: { vector: { enabled: false } } }],
    [{ store: { vector: { extensionPath: '/v.so' } } }, { store: { vector: { extensionPath: '/v.so' } } }],
    [{ query: { maxResults: 4, minScore: 0.2 } }, { query: { maxResults: 4, minScore: 0.2 } }],
  ])('%j', (search, settings) => {
    expect(searching(search).resolved.settings).toMatchObject(settings)
  })

  it.each<[object, ...(readonly [provider: string, model?: string])[]]>([
    [{ provider: 'openai', model: 'm' }, ['openai', 'm']],
    [{ provider: 'openai-compatible' }, ['openai']],
    [{ provider: 'voyage', fallback: 'bedrock' }],
    [{ provider: 'gemini', fallback: 'ollama' }, ['gemini'], ['ollama']],
    [{ provider: 'local', local: { modelPath: '/m/a.gguf' } }, ['local', '/m/a.gguf']],
    [{ provider: 'local', local: { modelPath: 'hf:a/b' } }, ['local']],
  ])('choose backends: %j', (search, ...expected) => {
    const { chain } = searching(search).resolved
    expect(chain.map(({ provider, model }) => [provider, model])).toEqual(
      expected.map(([provider, model]) => [provider, model]),
    )
  })

  it('pass on keys, whether literal, in a variable or of the chat model', () => {
    const variables = { VOYAGE: 'from-variable' }
    const keyOf = ({ resolved }: ReturnType<typeof read>) => resolved.settings.providers.openai.apiKey
    const written = searching({ provider: 'openai', remote: { apiKey: 'k-1', baseUrl: 'https://e.test/v1' } })
    expect(keyOf(written).reveal()).toBe('k-1')
    expect(String(keyOf(written))).not.toContain('k-1')
    const inVariable = { source: 'env', provider: 'default', id: 'VOYAGE' }
    expect(
      keyOf(read({ memory: { search: { remote: { apiKey: inVariable } } } }, { variables })).reveal(),
    ).toBe('from-variable')
    const models = { providers: { openai: { apiKey: 'chat-key' } } }
    expect(keyOf(searching({}, { models })).reveal()).toBe('chat-key')
    const inFile = { source: 'file', provider: 'vault', id: 'a' }
    expect(keyOf(searching({ remote: { apiKey: inFile } })).isSet).toBe(false)
  })

  it('accept providers with the API of OpenAI or Ollama', () => {
    const models = {
      providers: {
        box: { api: 'ollama', baseUrl: 'http://127.0.0.1:9/' },
        hub: { api: 'openai-responses', baseUrl: 'https://hub.test/v1' },
      },
    }
    expect(searching({ provider: 'box' }, { models }).resolved.chain[0]?.provider).toBe('ollama')
    const { chain } = searching({ provider: 'hub' }, { models }).resolved
    expect(chain).toMatchObject([{ provider: 'openai', baseUrl: 'https://hub.test/v1' }])
  })

  it('of an agent override those of all, and those of the plugin override both', () => {
    const cfg: HostConfig = {
      memory: {
        citations: 'off',
        search: { query: { maxResults: 4, minScore: 0.2 }, extraPaths: ['../docs'] },
      },
      agents: {
        entries: {
          ana: {
            memory: { search: { query: { maxResults: 5 }, extraPaths: [{ path: '/srv', pattern: '*.md' }] } },
          },
        },
      },
    }
    const plugin = { settings: { query: { minScore: 0.3 } } }
    const { resolved, sources, citations } = read(cfg, { plugin })
    expect(resolved.settings.query).toMatchObject({ maxResults: 5, minScore: 0.3 })
    expect(sources[1]).toMatchObject({
      paths: ['USER.md', '../docs', join('/srv', '*.md')],
      folder: workspace,
    })
    expect(citations).toBe('off')
  })

  it('include sessions only if OpenClaw indexes them', () => {
    expect(searching({ sources: ['memory', 'sessions'] }).hasSessions).toBe(false)
    const search = { sources: ['memory', 'sessions'], experimental: { sessionMemory: true } }
    expect(searching(search).hasSessions).toBe(true)
  })

  it('list ignored settings with the reason', () => {
    const { ignored } = searching({
      remote: { headers: { a: 'b' } },
      store: { fts: { tokenizer: 'trigram' } },
      other: 1,
    })
    expect(ignored).toEqual([
      `memory.search.remote.headers: ${memorySearchTable['remote.headers'].says}`,
      `memory.search.store.fts.tokenizer: ${memorySearchTable['store.fts.tokenizer'].says}`,
      'memory.search.other: the setting is unknown',
    ])
  })
})

it('are in the README, with the effect of each', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const rows = Object.entries(memorySearchTable).map(
    ([key, { use, says }]) => `| \`${key}\` | ${use} | ${says} |`,
  )
  const shown = new Set(readme.split('\n').map((line) => line.replaceAll(/ +\|/gu, ' |')))
  expect(rows.filter((row) => !shown.has(row))).toEqual([])
})
