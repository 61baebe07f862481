import { flagSyntax } from '@recallite/command-line'
import {
  SettingsError,
  builtIn,
  describeOrigin,
  nearestHint,
  refuseValue,
  refuseWorkspace,
  shortened,
  type Entry,
  type LineOf,
  type Origin,
} from './errors.js'
import { adviceFor, searchValues } from './openclaw.js'
import {
  agentIds,
  isPlainMapping,
  readValue,
  valueOfVariable,
  variablesOf,
  type Plain,
  type PlainMapping,
  type Resolve,
  type Setting,
  type SettingFlag,
  type Variables,
} from './schemas/schema.js'
import { chainOfEmbedding, chainOfList, type Chain } from './embedding/backend-fields.js'
import { isSettingKey, keyTable, settingEntries, settingKeys, type SettingKey } from './key-table.js'

/** The value of a setting and its origin. */
export interface Given {
  readonly resolve: Resolve<unknown>
  readonly origin: Origin
  /** As written in a file. */
  readonly written?: Plain
}

/** The values of one origin, by key. */
export type Layer = ReadonlyMap<SettingKey, Given>

function layerOf(give: (key: SettingKey, setting: Setting) => [Plain | undefined, Origin] | undefined) {
  return new Map(
    settingEntries.flatMap(([key, setting]) => {
      const [value, origin] = give(key, setting) ?? []
      if (value === undefined || origin === undefined) return []
      const { written, entry } = rewrite(key, value, { key, origin })
      return [[key, { resolve: readValue(setting.schema, written, entry), origin }] as const]
    }),
  )
}

function rewrite(key: SettingKey, written: Plain, entry: Entry) {
  return key === 'chain' ? chainOfList(written, entry) : { written, entry }
}

let defaults: Layer | undefined

export const builtInLayer = (): Layer => (defaults ??= layerOf((_, { default: value }) => [value, builtIn]))

/** Merges layers; later ones override earlier ones. */
export const mergeLayers = (layers: readonly Layer[]): Layer => new Map(layers.flatMap((layer) => [...layer]))

/** Settings of a command line, as a file would have them; undefined values are ignored. */
export type FlagSettings = { readonly [Key in SettingKey]?: Plain | undefined }

export function flagSettings(flags: { readonly [Flag in SettingFlag]?: Plain | undefined }): FlagSettings {
  const given = settingEntries.flatMap(([key, { flag }]) => (flag === undefined ? [] : [[key, flags[flag]]]))
  return Object.fromEntries(given) as FlagSettings
}

/** Throws `SettingsError` `SETTINGS_INVALID_VALUE`. */
export function flagLayer(flags: FlagSettings): Layer {
  return layerOf((key, { flag }) => {
    const name = flag === undefined ? 'the command line' : flagSyntax(flag)
    return [flags[key], { kind: 'flag', name }]
  })
}

/** The settings of environment variables; empty ones are ignored. Throws `SettingsError` `SETTINGS_INVALID_VALUE`. */
export function variableLayer(variables: Variables): Layer {
  return layerOf((key, setting) => {
    const names = variablesOf(key, setting)
    const name = names.find((each) => variables[each]?.trim())
    if (name === undefined) return undefined
    const text = variables[name] ?? ''
    const value = name === names[0] ? text : (setting.readVariable?.(text) ?? text)
    return [valueOfVariable(setting.schema, value, name), { kind: 'variable', name }]
  })
}

/** The settings of a file: for all commands, and per agent; the agent `defaults` means every agent. */
export interface FileLayers {
  readonly general: Layer
  readonly agents: ReadonlyMap<string, Layer>
}

/** The content of a settings file, and the line of each key. */
export interface FileContent {
  readonly content: PlainMapping
  readonly lineOf: LineOf
}

type EntryAt = (key: string) => Entry

/** Validates the content of a file; throws `SettingsError`. A workspace file may come from another person, and may set less. */
export function fileLayers(
  { content, lineOf }: FileContent,
  { path, isWorkspace }: { readonly path: string; readonly isWorkspace: boolean },
): FileLayers {
  const entryAt: EntryAt = (key) => {
    return { key, origin: { kind: 'file', file: path, line: lineOf(key), isWorkspace }, lineOf }
  }
  // Editors read the address of the schema in `$schema`.
  const { $schema: _, agents, ...settings } = content
  return { general: readSection(settings, entryAt), agents: readAgents(agents, entryAt) }
}

const sections: ReadonlySet<string> = new Set(
  settingKeys.flatMap((key) => [...key.matchAll(/\./g)].map(({ index }) => key.slice(0, index))),
)

/** `section` is the prefix of the keys, such as `query.`. */
function readSection(mapping: PlainMapping, entryAt: EntryAt, section = ''): Layer {
  const given = Object.entries(mapping).flatMap(([name, value]): (readonly [SettingKey, Given])[] => {
    const key = `${section}${name}`
    const entry = entryAt(key)
    if (name.includes('.')) return refuseUnknown(key, entry, value)
    if (isSettingKey(key)) return [[key, readSetting(key, rewrite(key, value, entry))]]
    if (!sections.has(key) && key !== 'embedding') return refuseUnknown(key, entry, value)
    if (value === null) return []
    if (key === 'embedding') return [['chain', readSetting('chain', chainOfEmbedding(value, entry, mapping))]]
    if (isPlainMapping(value)) return [...readSection(value, entryAt, `${key}.`)]
    const example = settingKeys.find((each) => each.startsWith(`${key}.`))?.slice(key.length + 1)
    return refuseValue(entry, `a mapping of settings, such as ${example}`)
  })
  return new Map(given)
}

/** Suggests a similar key, and how to nest one that is written with dots. */
function refuseUnknown(key: string, { key: whole, origin }: Entry, value: Plain): never {
  const names = [...settingKeys, ...sections, ...(whole === key ? ['agents'] : [])]
  const parts = key.split('.')
  const nested = `${parts.join(': { ')}: …${' }'.repeat(parts.length - 1)}`
  const advice = [...searchValues([{ [key]: value }]).keys()].map(adviceFor).join('')
  const nesting = names.includes(key) ? ` Nest its parts: ${nested}` : nearestHint(key, names)
  throw new SettingsError(
    'SETTINGS_UNKNOWN_KEY',
    `${describeOrigin(origin)}: no setting is called "${shortened(whole)}".${advice || nesting} 'recallite config' lists all settings.`,
  )
}

function readSetting(key: SettingKey, { written, entry }: Chain): Given {
  const { schema, isUserOnly }: Setting = keyTable[key]
  if (isUserOnly) refuseWorkspace(entry)
  return { resolve: readValue(schema, written, entry), origin: entry.origin, written }
}

function readAgents(agents: Plain = null, entryAt: EntryAt): FileLayers['agents'] {
  if (agents === null) return new Map()
  if (!isPlainMapping(agents)) {
    return refuseValue(entryAt('agents'), 'a mapping of agent ids, each with its settings')
  }
  return new Map(Object.entries(agents).map(([id, part]) => [id, readAgent(id, part, entryAt)]))
}

function readAgent(id: string, settings: Plain, entryAt: EntryAt): Layer {
  const entry = { ...entryAt(`agents.${id}`), key: `agents.${shortened(id)}` }
  if (!agentIds.test(id) || id === '__proto__') {
    return refuseValue(entry, 'named by an agent id: 1 to 64 letters, digits, hyphens or underscores')
  }
  if (settings === null) return new Map()
  if (!isPlainMapping(settings)) return refuseValue(entry, 'a mapping of settings')
  return readSection(settings, (key) => entryAt(`agents.${id}.${key}`))
}
