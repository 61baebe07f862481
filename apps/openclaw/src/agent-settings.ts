import type { Source } from '@recallite/core'
import {
  environmentVariables,
  fileLayers,
  homeFolder,
  withoutWorkspaceFile,
  type Layer,
  nest,
  type Plain,
  type ReadSettings,
} from '@recallite/settings'
import {
  searchValues,
  type SearchValues,
  ignoredReasons,
  modelProvider,
  readExtraPaths,
  type Section,
  translateSettings,
} from '@recallite/settings/openclaw'
import type { AgentRequest, HostConfig, PluginConfig } from './openclaw-api.js'

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
  const values = searchValues(sections)
  const key = remoteKey(values, cfg, variables)
  const reference = key === undefined ? undefined : `\${${keyVariable}}`
  const translated = Object.entries(translateSettings(values, cfg.models, reference))
  const settings = nest(translated.filter(([, value]) => value !== undefined))
  const layers = [
    layerOf('memory.search', settings),
    layerOf('plugins.entries.recallite.config.settings', plugin?.settings ?? {}),
  ]
  const home = homeFolder(variables)
  const withKey = key === undefined ? variables : { ...variables, [keyVariable]: key }
  const paths = sections.flatMap(({ extraPaths }) => readExtraPaths(extraPaths))
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
    ignored: ignoredReasons(values.keys()).map(([name, reason]) => `memory.search.${name}: ${reason}`),
  }
}

function searchSections({ memory, agents = {} }: HostConfig, agentId: string): Section[] {
  return [memory?.search ?? {}, agents.entries?.[agentId]?.memory?.search ?? {}]
}

/** The variable by which the settings know a key; it exists in these settings alone. */
const keyVariable = 'RECALLITE_OPENCLAW_API_KEY'

/** The key of `memory.search`, or of the same provider of chat models; undefined if it is none that can be read here. */
function remoteKey(values: SearchValues, cfg: HostConfig, variables: Variables): string | undefined {
  const key = values.get('remote.apiKey') ?? modelProvider(values.get('provider'), cfg.models)?.apiKey
  if (typeof key === 'string') return key
  const { source, id } = (key ?? {}) as Section
  return source === 'env' && typeof id === 'string' ? variables[id] : undefined
}

function layerOf(path: string, content: Section): Layer {
  const mapping = content as Readonly<Record<string, Plain>>
  return fileLayers({ content: mapping, lineOf: () => 1 }, { path, isWorkspace: false }).own
}
