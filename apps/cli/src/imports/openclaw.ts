import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { agentIds } from '@recallite/settings'
import {
  givenSettings,
  type GivenSettings,
  type ModelProvider,
  readExtraPaths,
  type Section,
} from '@recallite/settings/openclaw'
import {
  type ForeignMemory,
  type ForeignPart,
  type ForeignPlace,
  type ForeignRoot,
  foreign,
  isFolder,
  isMapping,
  type LeftOut,
  mappingOf,
  pathFrom,
  readForeignText,
  textOf,
} from './foreign-memory.js'
import { settingsOf } from './openclaw-settings.js'

/**
 * Reads the agents of OpenClaw (2026.9, and the older `agents.list` and `memorySearch`) from its `openclaw.json`: their
 * workspaces, extra paths and settings of the search.
 * @throws ImportError
 */
export async function readOpenClaw(place: ForeignPlace): Promise<ForeignMemory> {
  const file = configFile(place)
  const config = await parseConfig(readForeignText(file, 'openclaw'), file)
  const host = { ...place, config, state: stateFolder(place, file) }
  const agents = agentsOf(host)
  const usable = agents.filter(({ id }) => agentIds.test(id))
  const providers = mappingOf(mappingOf(config['models'])['providers']) as Readonly<Record<string, ModelProvider>>
  const searches = [
    settingsOf(searchOfAll(config), { providers }),
    ...usable.map(({ id, entry }) => settingsOf(searchOf(entry), { agent: id, providers })),
  ]
  return {
    readFrom: [file],
    parts: usable.map((agent) => partOf(agent, host)),
    settings: searches.flatMap(({ settings }) => settings),
    left: [
      ...searches.flatMap(({ left }) => left),
      ...usable.flatMap((agent) => leftOf(agent, host)),
      ...agents.filter((agent) => !usable.includes(agent)).map(({ id }) => ({ what: `agent ${id}`, why: unusableId })),
      ...('$include' in config ? [{ what: '$include', why: 'other files of the configuration are not read' }] : []),
    ],
  }
}

const unusableId = 'an agent id has 1 to 64 letters, digits, hyphens or underscores here'

function configFile({ path, home, variables }: ForeignPlace): string {
  if (path !== undefined) return isFolder(path) ? join(path, 'openclaw.json') : path
  const state = variables['OPENCLAW_STATE_DIR'] || join(home, '.openclaw')
  return variables['OPENCLAW_CONFIG_PATH'] || join(state, 'openclaw.json')
}

/** The folder of workspaces and sessions: that of the configuration, unless a variable says where either is. */
function stateFolder({ path, home, variables }: ForeignPlace, file: string): string {
  if (path !== undefined) return dirname(file)
  if (variables['OPENCLAW_STATE_DIR']) return variables['OPENCLAW_STATE_DIR']
  return variables['OPENCLAW_CONFIG_PATH'] ? join(home, '.openclaw') : dirname(file)
}

/** What every configuration that OpenClaw wrote has at least one of. */
const sections = ['agents', 'memory', 'memorySearch', 'models', 'gateway', 'plugins', 'channels', 'tools', 'wizard', 'meta']

async function parseConfig(text: string, file: string): Promise<Section> {
  const config = await parseJson5(text, file)
  if (isMapping(config) && sections.some((name) => name in config)) return config
  throw foreign(file, `has none of ${sections.join(', ')}, as a configuration of OpenClaw has`)
}

async function parseJson5(text: string, file: string): Promise<unknown> {
  const { default: json5 } = await import('json5')
  try {
    return json5.parse(text)
  } catch (error) {
    throw foreign(file, 'is no JSON5', error)
  }
}

interface Host extends ForeignPlace {
  readonly config: Section
  readonly state: string
}

interface Agent {
  readonly id: string
  readonly entry: Section
  readonly workspace: string
}

function agentsOf({ config, ...place }: Host): Agent[] {
  const agents = mappingOf(config['agents'])
  const entries = entriesOf(agents)
  const isMarked = entries.some(([, entry]) => entry['default'] === true)
  return entries.map(([id, entry]) => {
    const isDefault = isMarked ? entry['default'] === true : id === 'main' && agents['ownership'] !== 'explicit'
    const owner = { id, isFirst: entries.length === 1 || isDefault }
    return { id, entry, workspace: workspaceOf(owner, [entry, mappingOf(agents['defaults'])], place) }
  })
}

function entriesOf(agents: Section): [string, Section][] {
  const listed = Array.isArray(agents['list']) ? agents['list'].map(mappingOf) : []
  const fromList = listed.map((entry): [string, Section] => [textOf(entry['id']) ?? 'main', entry])
  const keyed = Object.entries(mappingOf(agents['entries'])).map(([id, entry]): [string, Section] => [id, mappingOf(entry)])
  const entries = [...keyed, ...fromList]
  return entries.length > 0 ? entries : [['main', {}]]
}

/** The workspace of an agent: its own, or where OpenClaw puts that of the only or the default agent, and those of the others. */
function workspaceOf(
  { id, isFirst }: { readonly id: string; readonly isFirst: boolean },
  [entry, defaults]: readonly [Section, Section],
  place: Omit<Host, 'config'>,
): string {
  const [own, shared] = [entry, defaults].map((section) => folderFrom(section['workspace'], place))
  if (own !== undefined) return own
  if (!isFirst) return shared === undefined ? join(place.state, `workspace-${id}`) : join(shared, id)
  return shared ?? folderFrom(place.variables['OPENCLAW_WORKSPACE_DIR'], place) ?? join(place.state, 'workspace')
}

/** A folder as OpenClaw writes it, with `~` and variables. */
function folderFrom(given: unknown, place: Omit<Host, 'config'>): string | undefined {
  const text = textOf(given)?.replaceAll(/\$\{(\w+)\}/gu, (all, name: string) => place.variables[name] ?? all)
  return text === undefined ? undefined : pathFrom(text, place)
}

const searchOfAll = (config: Section): Section => {
  const own = mappingOf(config['memory'])['search'] ?? mappingOf(mappingOf(config['agents'])['defaults'])['memorySearch']
  return mappingOf(own ?? config['memorySearch'])
}

const searchOf = (entry: Section): Section => mappingOf(mappingOf(entry['memory'])['search'] ?? entry['memorySearch'])

function partOf({ id, entry, workspace }: Agent, host: Host): ForeignPart {
  const paths = [searchOfAll(host.config), searchOf(entry)].flatMap((search) => readExtraPaths(search['extraPaths']))
  const memory: ForeignRoot = { name: 'workspace', source: { kind: 'memory', folder: workspace } }
  const where = { kind: 'paths', folder: workspace, home: host.home } as const
  const named = [...(existsSync(join(workspace, 'USER.md')) ? ['USER.md'] : []), ...paths]
  const roots = named.map((path): ForeignRoot => ({ name: `extra path ${path}`, source: { ...where, paths: [path] } }))
  const transcripts = sessionsFolder(id, host)
  const sessions: ForeignRoot = { name: 'sessions', source: { kind: 'sessions', folder: transcripts } }
  const hasSessions = wantsSessions(entry, host) && hasTranscripts(transcripts)
  return { agent: id, roots: [memory, ...roots, ...(hasSessions ? [sessions] : [])], records: [] }
}

const sessionsFolder = (id: string, { state }: Host): string => join(state, 'agents', id, 'sessions')

const hasTranscripts = (folder: string): boolean =>
  isFolder(folder) && readdirSync(folder).some((name) => name.endsWith('.jsonl'))

function wantsSessions(entry: Section, { config }: Host): boolean {
  const given: GivenSettings = givenSettings([searchOfAll(config), searchOf(entry)])
  const sources = given.get('sources')
  return Array.isArray(sources) && sources.includes('sessions')
}

function leftOf({ id, entry }: Agent, host: Host): LeftOut[] {
  if (!wantsSessions(entry, host)) return []
  return [{ what: `agent ${id}: sessions`, why: sessionsReason }]
}

const sessionsReason =
  'OpenClaw keeps them in a database of its own, which is not read; the plugin @recallite/openclaw indexes them. Transcripts in files are taken'
