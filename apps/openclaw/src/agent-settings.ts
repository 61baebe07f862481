import type { Source } from '@recallite/core'
import { environmentVariables, fileLayers, homeFolder, nest, withoutWorkspaceFile } from '@recallite/settings'
import type { Layer, Plain } from '@recallite/settings'
import { ignoredReasons, modelProvider, readExtraPaths, searchValues } from '@recallite/settings/openclaw'
import { type SearchValues, type Section, translateSettings } from '@recallite/settings/openclaw'
import type { AgentRequest, HostConfig, PluginConfig } from './openclaw-api.js'

/** The settings of an agent's memory, from the configuration of OpenClaw. */
export type AgentSettings = ReturnType<typeof readAgentSettings>

type Variables = Readonly<Record<string, string | undefined>>

/** Where settings are read; `variables`: default those of the process. */
export interface SettingsContext {
  readonly workspace: string
  readonly plugin?: PluginConfig | undefined
  readonly variables?: Variables
}

/**
 * Translates OpenClaw's settings: `memory.search`, overridden by that of the agent, then by the plugin's configuration. Throws a
 * SettingsError for an invalid value.
 * @returns `sources`: without transcripts; `ignored`: settings without effect, each with the reason
 */
export function readAgentSettings(
  { cfg, agentId }: AgentRequest,
  { workspace, plugin, variables = environmentVariables() }: SettingsContext,
) {
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
  const sources: Source[] = [
    { kind: 'memory', folder: workspace },
    { kind: 'paths', folder: workspace, home, paths: ['USER.md', ...paths] },
  ]
  const kinds = values.get('sources')
  const hasSessions = Array.isArray(kinds) && kinds.includes('sessions')
  return {
    resolved: withoutWorkspaceFile(layers, { home, cwd: workspace, variables: withKey }),
    sources,
    hasSessions: hasSessions && values.get('experimental.sessionMemory') === true,
    citations: cfg.memory?.citations ?? 'auto',
    ignored: ignoredReasons(values.keys()).map(([name, reason]) => `memory.search.${name}: ${reason}`),
  }
}

function searchSections({ memory, agents = {} }: HostConfig, agentId: string): Section[] {
  return [memory?.search ?? {}, agents.entries?.[agentId]?.memory?.search ?? {}]
}

/** A variable that only exists in these settings and holds the key. */
const keyVariable = 'RECALLITE_OPENCLAW_API_KEY'

/** The key of `memory.search`, or of the same provider of chat models; undefined if it cannot be read here. */
function remoteKey(values: SearchValues, cfg: HostConfig, variables: Variables): string | undefined {
  const key = values.get('remote.apiKey') ?? modelProvider(values.get('provider'), cfg.models)?.apiKey
  if (typeof key === 'string') return key
  const { source, id } = (key ?? {}) as Section
  return source === 'env' && typeof id === 'string' ? variables[id] : undefined
}

function layerOf(path: string, content: Section): Layer {
  const mapping = content as Readonly<Record<string, Plain>>
  return fileLayers({ content: mapping, lineOf: () => 1 }, { path, isWorkspace: false }).general
}
