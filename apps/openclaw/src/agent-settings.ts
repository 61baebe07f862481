import { isAbsolute, join } from 'node:path'
import type { Source } from '@recallite/core'
import {
  environmentVariables,
  fileLayers,
  homeFolder,
  withoutWorkspaceFile,
  type Layer,
  type Plain,
  type ReadSettings,
} from '@recallite/settings'
import { ignoredSettings, type MemorySearchKey } from './memory-search-table.js'
import type { AgentRequest, HostConfig, ModelProvider, PluginConfig, Section } from './openclaw-api.js'

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

type Variables = Readonly<Record<string, string | undefined>>

/** Where settings are read. */
export interface SettingsSurroundings {
  readonly workspace: string
  readonly plugin?: PluginConfig | undefined
  /** Default: the process's own. */
  readonly variables?: Variables
}

/** The values of `memory.search`, by their keys in the table. */
type Values = ReadonlyMap<string, unknown>

/**
 * Reads OpenClaw's settings as those of this project: `memory.search`, over it that of the agent, over both what the plugin's own
 * configuration sets.
 * @throws SettingsError for a value that a setting cannot have
 */
export function readAgentSettings(
  { cfg, agentId }: AgentRequest,
  { workspace, plugin, variables = environmentVariables() }: SettingsSurroundings,
): AgentSettings {
  const sections = searchSections(cfg, agentId)
  const values: Values = new Map(sections.flatMap((section) => flatten(section)))
  const key = remoteKey(values, cfg, variables)
  const settings = toSettings(values, cfg, key === undefined ? undefined : `\${${keyVariable}}`)
  const layers = [
    layerOf('memory.search', settings),
    layerOf('plugins.entries.recallite.config.settings', plugin?.settings ?? {}),
  ]
  const home = homeFolder(variables)
  const withKey = key === undefined ? variables : { ...variables, [keyVariable]: key }
  const paths = sections.flatMap(({ extraPaths }) => readPaths(extraPaths))
  const sources = values.get('sources')
  const hasSessions = Array.isArray(sources) && sources.includes('sessions')
  return {
    resolved: withoutWorkspaceFile(layers, { home, cwd: workspace, variables: withKey }),
    sources: [
      { kind: 'memory', folder: workspace },
      { kind: 'paths', folder: workspace, home, paths: ['USER.md', ...paths] },
    ],
    hasSessions: hasSessions && values.get('experimental.sessionMemory') === true,
    citations: cfg.memory?.citations ?? 'auto',
    ignored: ignoredSettings(values.keys()),
  }
}

/** `memory.search` of all agents, and that of one. */
function searchSections({ memory, agents = {} }: HostConfig, agentId: string): Section[] {
  return [memory?.search ?? {}, agents.entries?.[agentId]?.memory?.search ?? {}]
}

const wholeKeys: ReadonlySet<string> = new Set(['remote.apiKey', 'remote.headers'])

function flatten(section: Section, above = ''): [string, unknown][] {
  return Object.entries(section).flatMap(([name, value]): [string, unknown][] => {
    const key = `${above}${name}`
    if (value === undefined) return []
    const isSection = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isSection && !wholeKeys.has(key) ? flatten(value as Section, `${key}.`) : [[key, value]]
  })
}

/** Extra paths are texts, or folders with a glob inside them. */
function readPaths(value: unknown): string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  return items.flatMap((item) => {
    if (typeof item === 'string') return [item]
    const { path, pattern } = (item ?? {}) as Section
    if (typeof path !== 'string') return []
    return [typeof pattern === 'string' ? join(path, pattern) : path]
  })
}

/** The providers by the names of OpenClaw's adapters. */
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
function providerOf(name: string | undefined, cfg: HostConfig): string | undefined {
  if (name === undefined) return undefined
  const api = modelProvider(name, cfg)?.api ?? ''
  const protocol = api.startsWith('openai') ? 'openai' : api
  return providerNames[name] ?? (protocol === 'openai' || protocol === 'ollama' ? protocol : 'none')
}

/** The settings that have the same name, or another one, and the same value. */
const sameValue: readonly (readonly [MemorySearchKey, string])[] = [
  ['enabled', 'enabled'],
  ['remote.batch.enabled', 'batch.enabled'],
  ['store.vector.enabled', 'store.vector.enabled'],
  ['store.vector.extensionPath', 'store.vector.extensionPath'],
  ['query.maxResults', 'query.maxResults'],
  ['query.minScore', 'query.minScore'],
]

function toSettings(values: Values, cfg: HostConfig, apiKey: string | undefined): Section {
  const providerName = text(values, 'provider')
  const provider = providerOf(providerName, cfg)
  const baseUrl = text(values, 'remote.baseUrl') ?? modelProvider(providerName, cfg)?.baseUrl
  const dimensions = values.get('outputDimensionality')
  return nest({
    ...Object.fromEntries(sameValue.map(([theirs, ours]) => [ours, values.get(theirs)])),
    provider,
    model: text(values, 'model') ?? modelPath(values),
    fallback: providerOf(text(values, 'fallback'), cfg),
    ...ofService(provider ?? 'auto', { baseUrl, dimensions, apiKey }),
  })
}

/** The path of a model on this machine; addresses are not downloaded. */
function modelPath(values: Values): string | undefined {
  const path = text(values, 'local.modelPath')
  return path && (isAbsolute(path) || path.startsWith('~')) ? path : undefined
}

/** The provider of chat models by the name of an adapter. */
function modelProvider(name = 'openai', { models }: HostConfig): ModelProvider | undefined {
  return models?.providers?.[name === 'gemini' ? 'google' : name]
}

/** What is set of a service. Where no provider is named, it is that of OpenAI, as in OpenClaw. */
function ofService(provider: string, { baseUrl, ...parts }: Section): Section {
  if (provider === 'ollama') return { 'providers.ollama.baseUrl': baseUrl }
  if (provider === 'local' || provider === 'none') return {}
  const service = provider === 'gemini' ? 'gemini' : 'openai'
  const entries = Object.entries({ baseUrl, ...parts })
  return Object.fromEntries(entries.map(([name, value]) => [`providers.${service}.${name}`, value]))
}

/** The variable by which the settings know a key; it exists in these settings alone. */
const keyVariable = 'RECALLITE_OPENCLAW_API_KEY'

/** The key of `memory.search`, or of the same provider of chat models; undefined if it is none that can be read here. */
function remoteKey(values: Values, cfg: HostConfig, variables: Variables): string | undefined {
  const key = values.get('remote.apiKey') ?? modelProvider(text(values, 'provider'), cfg)?.apiKey
  if (typeof key === 'string') return key
  const { source, id } = (key ?? {}) as Section
  return source === 'env' && typeof id === 'string' ? variables[id] : undefined
}

function text(values: Values, key: MemorySearchKey): string | undefined {
  const value = values.get(key)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function nest(flat: Section): Section {
  const whole: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(flat)) {
    if (value === undefined) continue
    const names = key.split('.')
    const last = names.pop() ?? key
    const section = names.reduce((part, name) => (part[name] ??= {}) as Record<string, unknown>, whole)
    section[last] = value
  }
  return whole
}

function layerOf(path: string, content: Section): Layer {
  const mapping = content as Readonly<Record<string, Plain>>
  return fileLayers({ content: mapping, lineOf: () => 1 }, { path, isWorkspace: false }).own
}
