import {
  SettingsError,
  describeOrigin,
  isFromWorkspace,
  nearestHint,
  refuseEntry,
  refuseValue,
  shortened,
  type Entry,
} from './errors.js'
import type { Given, Layer } from './layers.js'
import { isSettingKey, keyTable, settingKeys, type SettingKey } from './key-table.js'
import { agentIds, type Setting } from './setting.js'
import { isMapping, type TreeNode } from './tree.js'

/** A settings file that was found. */
export interface SettingsFile {
  readonly path: string
  /** Whether it may have come with a folder from another person, and may set less. */
  readonly isWorkspace: boolean
}

/** What a file sets: for every command, and by the names under `agents`, of which `defaults` means every agent. */
export interface FileLayers {
  readonly own: Layer
  readonly agents: ReadonlyMap<string, Layer>
}

type Mapping = ReadonlyMap<string, TreeNode>

/**
 * Validates the content of a file.
 * @param content its top mapping
 * @throws SettingsError
 */
export function fileLayers(content: Mapping, file: SettingsFile): FileLayers {
  const own = new Map(content)
  // Editors read the schema's address here.
  own.delete('$schema')
  own.delete('agents')
  return {
    own: new Map(readSection(own, { file, prefix: '', section: '' })),
    agents: readAgents(content.get('agents'), file),
  }
}

interface Section {
  readonly file: SettingsFile
  /** Empty at the top of the file, else as in `agents.main.`. */
  readonly prefix: string
  /** The key so far, without the prefix: `query.`. */
  readonly section: string
}

const sections: ReadonlySet<string> = new Set(
  settingKeys.flatMap((key) => [...key.matchAll(/\./g)].map(({ index }) => key.slice(0, index))),
)

function readSection(mapping: Mapping, { file, prefix, section }: Section): [SettingKey, Given][] {
  return [...mapping].flatMap(([name, node]): [SettingKey, Given][] => {
    const key = `${section}${name}`
    const entry = entryAt(`${prefix}${key}`, node.line, file)
    if (name.includes('.')) return refuseUnknown(key, entry)
    if (isSettingKey(key)) return [[key, readSetting(key, node, entry)]]
    if (!sections.has(key)) return refuseUnknown(key, entry)
    if (node.value === null) return []
    if (isMapping(node.value)) return readSection(node.value, { file, prefix, section: `${key}.` })
    const example = settingKeys.find((known) => known.startsWith(`${key}.`))?.slice(key.length + 1)
    return refuseValue(entry, `a mapping of settings, such as ${example}`)
  })
}

function entryAt(key: string, line: number, { path, isWorkspace }: SettingsFile): Entry {
  return { key, origin: { kind: 'file', file: path, line, isWorkspace } }
}

/** Names a key that is near, also where its parts were written with dots. */
function refuseUnknown(key: string, { key: whole, origin }: Entry): never {
  const known = [...settingKeys, ...sections, ...(whole === key ? ['agents'] : [])]
  const parts = key.split('.')
  const nested = `${parts.join(': { ')}: …${' }'.repeat(parts.length - 1)}`
  const hint = known.includes(key) ? ` Nest its parts: ${nested}` : nearestHint(key, known)
  throw new SettingsError(
    'SETTINGS_UNKNOWN_KEY',
    `${describeOrigin(origin)}: no setting is called "${shortened(whole)}".${hint} 'recallite config' shows them all.`,
  )
}

function readSetting(key: SettingKey, node: TreeNode, entry: Entry): Given {
  const { kind, isUserOnly }: Setting = keyTable[key]
  if (isUserOnly && isFromWorkspace(entry.origin)) {
    refuseEntry(
      entry,
      'may not be set in a workspace file, which may come from elsewhere. Put it into the user file, ~/.recallite/config.yaml.',
    )
  }
  return { resolve: kind.read(node, entry), origin: entry.origin, written: node }
}

function readAgents(node: TreeNode | undefined, file: SettingsFile): FileLayers['agents'] {
  if (!node || node.value === null) return new Map()
  if (!isMapping(node.value)) {
    return refuseValue(entryAt('agents', node.line, file), 'a mapping of agent ids, each with its settings')
  }
  return new Map([...node.value].map(([id, part]) => [id, readAgent(id, part, file)]))
}

function readAgent(id: string, node: TreeNode, file: SettingsFile): Layer {
  const entry = entryAt(`agents.${shortened(id)}`, node.line, file)
  if (!agentIds.test(id) || id === '__proto__') {
    return refuseValue(entry, 'named by an agent id: 1 to 64 letters, digits, hyphens or underscores')
  }
  if (node.value === null) return new Map()
  if (!isMapping(node.value)) return refuseValue(entry, 'a mapping of settings')
  return new Map(readSection(node.value, { file, prefix: `agents.${id}.`, section: '' }))
}
