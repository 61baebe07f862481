import { dirname, join } from 'node:path'
import { agentIds, flagLayer, SettingsError } from '@recallite/settings'
import {
  searchValues,
  type SearchValues,
  hasProvider,
  ignoredReasons,
  type Models,
  readExtraPaths,
  translateSettings,
} from '@recallite/settings/openclaw'
import {
  expandHome,
  fileOf,
  type ForeignMemory,
  type ForeignPlace,
  type ForeignSetting,
  isFile,
  type Mapping,
  mappingOf,
  readForeignFile,
  textOf,
} from './foreign-memory.js'

/**
 * Reads the workspaces, extra paths and search settings of OpenClaw's agents (2026.9, and the older `agents.list` and
 * `memorySearch`) from its `openclaw.json`.
 * @throws ImportError
 */
export async function readOpenClaw({ path, home, variables }: ForeignPlace): Promise<ForeignMemory> {
  const { default: json5 } = await import('json5')
  const defaultState = variables['OPENCLAW_STATE_DIR'] || join(home, '.openclaw')
  const defaultFile = variables['OPENCLAW_CONFIG_PATH'] || join(defaultState, 'openclaw.json')
  const file = fileOf(path, ['openclaw.json', '.openclaw/openclaw.json'], defaultFile)
  const config = readForeignFile(file, { program: 'openclaw', parse: json5.parse, sections })
  const state = path === undefined ? defaultState : dirname(file)
  const { backend, qmd } = mappingOf(config['memory'])
  const section = searchOf(config, mappingOf(mappingOf(config['agents'])['defaults']))
  const extraPaths = [section['extraPaths'], mappingOf(qmd)['paths']].flatMap(readExtraPaths)
  const shared: Mapping = { ...section, extraPaths, memory: { backend, qmd } }
  const named = agentsOf(mappingOf(config['agents']), { home, state })
  const agents = named.filter(({ id }) => agentIds.test(id))
  const models = mappingOf(config['models']) as Models
  const searches = [
    { search: shared, agent: undefined },
    ...agents.map(({ id, search }) => ({ search, agent: id })),
  ]
  const translated = searches.map(({ search, agent }) =>
    settingsOf(search, { agent, models, provider: shared['provider'] ?? 'openai' }),
  )
  return {
    readFrom: [file],
    roots: agents.flatMap((agent) => rootsOf(agent, { shared, home })),
    settings: translated.flatMap(({ settings }) => settings),
    left: [
      ...named
        .filter(({ id }) => !agentIds.test(id))
        .map(({ id }) => ({ what: `agent ${id}`, why: idReason })),
      ...translated.flatMap(({ left }) => left),
      ...(JSON.stringify(searches).includes('"sessions"') ? [{ what: 'sessions', why: sessionsReason }] : []),
      ...('$include' in config
        ? [{ what: '$include', why: 'other files of the configuration are not read' }]
        : []),
    ],
  }
}

/** Every configuration of OpenClaw has at least one of these. */
const sections = ['agents', 'memory', 'models', 'gateway', 'plugins', 'channels', 'tools', 'wizard', 'meta']

const idReason = 'an id must have 1 to 64 letters, digits, hyphens or underscores'

const sessionsReason =
  "transcripts are in OpenClaw's own database; the plugin @recallite/openclaw indexes them"

const searchOf = (owner: Mapping, older: Mapping = owner): Mapping =>
  mappingOf(mappingOf(owner['memory'])['search'] ?? older['memorySearch'])

function agentsOf({ entries, list, defaults, ownership }: Mapping, place: { home: string; state: string }) {
  const listed: Mapping[] = Array.isArray(list) ? list.map(mappingOf) : []
  const named = [
    ...Object.entries(mappingOf(entries)),
    ...listed.map((entry) => [String(entry['id']), entry] as const),
  ]
  const agents = named.length > 0 ? named : [['main', {}] as const]
  const base = textOf(mappingOf(defaults)['workspace'])
  return agents.map(([id, entry]) => {
    const { default: isDefault = id === 'main' && ownership !== 'explicit', workspace } = mappingOf(entry)
    const isFirst = agents.length === 1 || isDefault === true
    const others = base === undefined ? join(place.state, `workspace-${id}`) : join(base, id)
    const folder = textOf(workspace) ?? (isFirst ? (base ?? join(place.state, 'workspace')) : others)
    return { id, search: searchOf(mappingOf(entry)), workspace: expandHome(folder, place.home) }
  })
}

/** The memory of an agent as OpenClaw indexes it: its workspace, USER.md, and extra paths. */
function rootsOf(
  { id: agent, search, workspace }: ReturnType<typeof agentsOf>[number],
  { shared, home }: { shared: Mapping; home: string },
) {
  const extra = [shared, search].flatMap(({ extraPaths }) => readExtraPaths(extraPaths))
  const paths = isFile(join(workspace, 'USER.md')) ? ['USER.md', ...extra] : extra
  return [
    { agent, name: 'workspace', source: { kind: 'memory', folder: workspace } as const },
    ...paths.map((path) => {
      const source = { kind: 'paths', folder: workspace, home, paths: [path] } as const
      return { agent, name: 'extra path', source }
    }),
  ]
}

function settingsOf(
  search: Mapping,
  { agent, models, provider }: { agent: string | undefined; models: Models; provider: unknown },
): Pick<ForeignMemory, 'settings' | 'left'> {
  const isAboutModels = [...searchValues([search]).keys()].some((key) => ofProvider.test(key))
  const values = searchValues([isAboutModels ? { provider } : {}, search])
  const above = agent === undefined ? '' : `agent ${agent}: `
  const reasons = new Map([...ignoredReasons(values.keys()), ...reasonsOf(values, models)])
  const usable = new Map([...values].filter(([key]) => !reasons.has(key)))
  const translated = Object.entries(
    translateSettings(usable, usable.has('provider') ? models : undefined, keyReference(usable)),
  )
  const settings = translated.flatMap(([key, value]) =>
    value === undefined ? [] : [{ agent, key, value } as ForeignSetting],
  )
  const refused = refusalsOf(settings)
  return {
    settings: settings.filter(({ key }) => !refused.has(key)),
    left: [
      ...[...reasons].map(([key, why]) => ({
        what: `${above}${key.startsWith('memory.') ? '' : 'memory.search.'}${key}`,
        why,
      })),
      ...[...refused].map(([key, why]) => ({ what: `${above}${key}`, why })),
    ],
  }
}

/** Settings that depend on the provider. */
const ofProvider = /^(?:provider|model|fallback|outputDimensionality|local\..*|remote\..*)$/u

function reasonsOf(values: SearchValues, models: Models): [key: string, reason: string][] {
  return [...values].flatMap(([key, value]): [string, string][] => {
    const provider = key === 'fallback' ? value : (values.get('provider') ?? 'openai')
    if (ofProvider.test(key) && !hasProvider(provider, models))
      return [[key, `the provider ${String(provider)} is not supported`]]
    if (key === 'enabled') return [[key, 'it enables the search of OpenClaw, not this one']]
    const isKey = key === 'remote.apiKey' && keyReference(values) === undefined
    return isKey ? [[key, 'keys are not copied: set a variable such as OPENAI_API_KEY']] : []
  })
}

/** The variable with the service's key, such as `${OPENAI_API_KEY}`; undefined for a literal key. */
function keyReference(values: SearchValues): string | undefined {
  const key = values.get('remote.apiKey')
  const { source, id } = mappingOf(key)
  return source === 'env' ? `\${${String(id)}}` : /^\$\{\w+\}$/u.exec(String(key))?.[0]
}

function refusalsOf(settings: readonly ForeignSetting[]): ReadonlyMap<string, string> {
  const refused = new Map<string, string>()
  for (const { key, value } of settings) {
    try {
      flagLayer({ [key]: value })
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      refused.set(key, error.message.replace(/^the command line: /u, ''))
    }
  }
  return refused
}
