import { isAbsolute, join } from 'node:path'
import {
  environmentVariables,
  fileLayers,
  homeFolder,
  withoutWorkspaceFile,
  type Layer,
  type Plain,
  type ReadSettings,
} from '@recallite/settings'
import type { Source } from '@recallite/core'
import { ignoredSettings, type MemorySearchKey } from './memory-search-table.js'
import type { AgentRequest, HostConfig, PluginConfig, SecretInput } from './openclaw-api.js'

/** What the configuration of OpenClaw means for the memory of one agent. */
export interface AgentSettings {
  readonly resolved: ReadSettings
  /** All but transcripts. */
  readonly sources: readonly Source[]
  readonly hasSessions: boolean
  readonly citations: 'auto' | 'on' | 'off'
  /** The settings that have no effect, each with the reason. */
  readonly ignored: readonly string[]
}

/** Where settings are read. */
export interface SettingsPlace {
  readonly workspace: string
  readonly plugin?: PluginConfig | undefined
  /** Default: the process's own. */
  readonly variables?: Readonly<Record<string, string | undefined>>
}

/** The values that `memory.search` sets, by their keys in the table. */
type Given = ReadonlyMap<string, unknown>

/**
 * Reads OpenClaw's settings as those of this project: `memory.search`, over them those of the agent, over both what the plugin's own
 * configuration sets.
 * @throws SettingsError for a value that a setting cannot have
 */
export function readAgentSettings(
  { cfg, agentId }: AgentRequest,
  { workspace, plugin = {}, variables = environmentVariables() }: SettingsPlace,
): AgentSettings {
  const agent = agentSearch(cfg, agentId)
  const given: Given = new Map([...flatten(cfg.memory?.search ?? {}), ...flatten(agent)])
  const key = remoteKey(given, cfg, variables)
  const layers = [
    layerOf('memory.search', toSettings(given, cfg, key !== undefined)),
    layerOf('plugins.entries.recallite.config.settings', (plugin.settings ?? {}) as Plain),
  ]
  const known = key === undefined ? variables : { ...variables, [keyVariable]: key }
  const surroundings = { home: homeFolder(variables), cwd: workspace, variables: known }
  const extra = [cfg.memory?.search?.['extraPaths'], agent['extraPaths']].flatMap(readPaths)
  return {
    resolved: withoutWorkspaceFile(layers, surroundings),
    sources: memorySources(workspace, extra, homeFolder(variables)),
    hasSessions: textsOf(given.get('sources')).includes('sessions') && given.get(sessionMemory) === true,
    citations: cfg.memory?.citations ?? 'auto',
    ignored: ignoredSettings(given.keys()),
  }
}

const sessionMemory: MemorySearchKey = 'experimental.sessionMemory'

function agentSearch({ agents }: HostConfig, agentId: string): Readonly<Record<string, unknown>> {
  const listed = agents?.list?.find(({ id }) => id === agentId)
  return (agents?.entries?.[agentId] ?? listed)?.memory?.search ?? {}
}

function flatten(section: Readonly<Record<string, unknown>>, above = ''): [string, unknown][] {
  return Object.entries(section).flatMap(([name, value]): [string, unknown][] => {
    const key = `${above}${name}`
    if (value === undefined) return []
    const isSection = typeof value === 'object' && value !== null && !Array.isArray(value)
    const isWhole = !isSection || key === 'remote.apiKey' || key === 'remote.headers'
    return isWhole ? [[key, value]] : flatten(value as Readonly<Record<string, unknown>>, `${key}.`)
  })
}

function memorySources(workspace: string, extra: readonly string[], home: string): Source[] {
  const paths = { kind: 'paths', folder: workspace, home } as const
  return [
    { kind: 'memory', folder: workspace },
    { ...paths, paths: ['USER.md'] },
    ...(extra.length > 0 ? [{ ...paths, paths: extra }] : []),
  ]
}

function readPaths(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown) => {
    if (typeof item === 'string') return [item]
    const { path, pattern } = (item ?? {}) as { path?: unknown; pattern?: unknown }
    if (typeof path !== 'string') return []
    return [typeof pattern === 'string' ? join(path, pattern) : path]
  })
}

const textsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The services by the names of OpenClaw's adapters. */
const providerNames: Readonly<Record<string, string>> = {
  none: 'none',
  auto: 'auto',
  local: 'local',
  openai: 'openai',
  'openai-compatible': 'openai',
  gemini: 'gemini',
  google: 'gemini',
  ollama: 'ollama',
}

/** The provider that answers for one of OpenClaw; `none` for one that does not exist here. */
function providerOf(name: string, { models }: HostConfig): string {
  const known = providerNames[name]
  if (known !== undefined) return known
  const api = models?.providers?.[name]?.api ?? ''
  if (api === 'ollama') return 'ollama'
  return api.startsWith('openai') ? 'openai' : 'none'
}

/** The settings of this project that `memory.search` means, as a settings file has them. */
function toSettings(given: Given, cfg: HostConfig, hasKey: boolean): Plain {
  const named = text(given, 'provider')
  const provider = named === undefined ? undefined : providerOf(named, cfg)
  const fallback = text(given, 'fallback')
  const modelPath = text(given, 'local.modelPath')
  const isPath = modelPath !== undefined && (isAbsolute(modelPath) || modelPath.startsWith('~'))
  return nest({
    enabled: given.get('enabled'),
    provider,
    model: text(given, 'model') ?? (isPath ? modelPath : undefined),
    fallback: fallback === undefined ? undefined : providerOf(fallback, cfg),
    'batch.enabled': given.get('remote.batch.enabled'),
    'store.vector.enabled': given.get('store.vector.enabled'),
    'store.vector.extensionPath': given.get('store.vector.extensionPath'),
    'query.maxResults': given.get('query.maxResults'),
    'query.minScore': given.get('query.minScore'),
    ...ofService(provider ?? 'openai', {
      baseUrl: text(given, 'remote.baseUrl') ?? cfg.models?.providers?.[named ?? '']?.baseUrl,
      dimensions: given.get('outputDimensionality'),
      apiKey: hasKey ? `\${${keyVariable}}` : undefined,
    }),
  })
}

/** What is set of a service, if it is one. */
function ofService(provider: string, parts: Readonly<Record<'baseUrl' | 'dimensions' | 'apiKey', unknown>>) {
  if (provider === 'ollama') return { 'providers.ollama.baseUrl': parts.baseUrl }
  const service = provider === 'gemini' ? 'gemini' : 'openai'
  if (provider !== service && provider !== 'auto') return {}
  return Object.fromEntries(Object.entries(parts).map(([name, value]) => [`providers.${service}.${name}`, value]))
}

/** The variable of the settings in which a key is handed on; it exists in these settings alone. */
const keyVariable = 'RECALLITE_OPENCLAW_API_KEY'

/** The key that `memory.search` or the named provider of chat models has; undefined if it is none that can be read here. */
function remoteKey(
  given: Given,
  { models }: HostConfig,
  variables: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const provider = text(given, 'provider') ?? 'openai'
  const ofModels = models?.providers?.[provider === 'gemini' ? 'google' : provider]?.apiKey
  const input = (given.get('remote.apiKey') ?? ofModels) as SecretInput | undefined
  if (input === undefined || typeof input === 'string') return input
  return input.source === 'env' ? variables[input.id] : undefined
}

function text(given: Given, key: MemorySearchKey): string | undefined {
  const value = given.get(key)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function nest(flat: Readonly<Record<string, unknown>>): Plain {
  const whole: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(flat)) {
    if (value === undefined) continue
    const names = key.split('.')
    const last = names.pop() ?? key
    const section = names.reduce((part, name) => (part[name] ??= {}) as Record<string, unknown>, whole)
    section[last] = value
  }
  return whole as Plain
}

function layerOf(path: string, content: Plain): Layer {
  const mapping = content as { readonly [name: string]: Plain }
  return fileLayers({ content: mapping, lineOf: () => 1 }, { path, isWorkspace: false }).own
}
