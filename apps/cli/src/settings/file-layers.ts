import {
  SettingsError,
  describeOrigin,
  nearestHint,
  refusePlace,
  refuseValue,
  shortened,
  type Place,
} from './errors.js'
import type { Given, Layer } from './layers.js'
import { isSettingKey, keyTable, settingKeys, type SettingKey } from './key-table.js'
import { agentIds, type Setting } from './setting.js'
import { isMapping, type TreeNode } from './tree.js'

/** A settings file, as far as its settings do not tell. */
export interface SettingsFile {
  readonly path: string
  /** Whether it may have come with a folder from elsewhere, and may say less. */
  readonly isWorkspace: boolean
}

/** What a file says: for everybody, and by the names under `agents`, of which `defaults` means every agent. */
export interface FileLayers {
  readonly own: Layer
  readonly agents: ReadonlyMap<string, Layer>
}

/**
 * Validates what a file holds.
 * @param content its top mapping
 * @throws SettingsError
 */
export function fileLayers(content: ReadonlyMap<string, TreeNode>, file: SettingsFile): FileLayers {
  const own = new Map(content)
  // Editors read the schema's address here.
  own.delete('$schema')
  own.delete('agents')
  return {
    own: new Map(readSection(own, { file, prefix: '', within: '' })),
    agents: readAgents(content.get('agents'), file),
  }
}

/** Where in the file a mapping of settings stands: at its top (empty), or as in `agents.main.`. */
type Prefix = string

interface Section {
  readonly file: SettingsFile
  readonly prefix: Prefix
  /** The key so far, without the prefix: `query.`. */
  readonly within: string
}

const sections: ReadonlySet<string> = new Set(
  settingKeys.flatMap((key) => [...key.matchAll(/\./g)].map(({ index }) => key.slice(0, index))),
)

function readSection(mapping: ReadonlyMap<string, TreeNode>, section: Section): [SettingKey, Given][] {
  const { file, prefix, within } = section
  return [...mapping].flatMap(([name, node]): [SettingKey, Given][] => {
    const key = `${within}${name}`
    const place = placeAt(`${prefix}${key}`, node.line, file)
    if (name.includes('.')) return refuseUnknown(key, place)
    if (isSettingKey(key)) return [[key, readSetting(key, node, place)]]
    if (!sections.has(key)) return refuseUnknown(key, place)
    if (node.value === null) return []
    if (!isMapping(node.value)) return refuseValue(place, `a mapping of settings, such as ${exampleOf(key)}`)
    return readSection(node.value, { ...section, within: `${key}.` })
  })
}

function placeAt(key: string, line: number, { path, isWorkspace }: SettingsFile): Place {
  return { key, origin: { kind: 'file', file: path, line, isWorkspace } }
}

/** Names a key that is near, also where its parts were written with dots. */
function refuseUnknown(key: string, { key: whole, origin }: Place): never {
  const known = [...settingKeys, ...sections, ...(whole === key ? ['agents'] : [])]
  const isDotted = known.includes(key)
  const hint = isDotted
    ? ` Write its parts one under the other: ${key.split('.').join(': { ')}: …${' }'.repeat(key.split('.').length - 1)}`
    : nearestHint(key, known)
  throw new SettingsError(
    'SETTINGS_UNKNOWN_KEY',
    `${describeOrigin(origin)}: no setting is called "${shortened(whole)}".${hint} 'recallite config' shows them all.`,
  )
}

function readSetting(key: SettingKey, node: TreeNode, place: Place): Given {
  const { kind, isUserOnly }: Setting = keyTable[key]
  if (isUserOnly && place.origin.kind === 'file' && place.origin.isWorkspace) {
    refusePlace(
      place,
      'may not be set in a workspace file, which may come from elsewhere. Put it into the user file, ~/.recallite/config.yaml.',
    )
  }
  return { settle: kind.read(node, place), origin: place.origin, written: node }
}

function exampleOf(section: string): string {
  return settingKeys.find((key) => key.startsWith(`${section}.`))?.slice(section.length + 1) ?? section
}

function readAgents(node: TreeNode | undefined, file: SettingsFile): FileLayers['agents'] {
  if (!node || node.value === null) return new Map()
  if (!isMapping(node.value)) {
    return refuseValue(placeAt('agents', node.line, file), 'a mapping of agent ids, each with its settings')
  }
  return new Map([...node.value].map(([id, part]) => [id, readAgent(id, part, file)]))
}

function readAgent(id: string, node: TreeNode, file: SettingsFile): Layer {
  const place = placeAt(`agents.${shortened(id)}`, node.line, file)
  if (!agentIds.test(id) || id === '__proto__') {
    return refuseValue(place, 'named by an agent id: 1 to 64 letters, digits, hyphens or underscores')
  }
  if (node.value === null) return new Map()
  if (!isMapping(node.value)) return refuseValue(place, 'a mapping of settings')
  return new Map(readSection(node.value, { file, prefix: `agents.${id}.`, within: '' }))
}
