import {
  SettingsError,
  describeOrigin,
  nearestHint,
  refuseValue,
  refuseWorkspace,
  shortened,
  type Entry,
} from './errors.js'
import type { Given, Layer } from './layers.js'
import { isSettingKey, keyTable, settingKeys, type SettingKey } from './key-table.js'
import { agentIds, type Setting } from './setting.js'
import { isMapping, type TreeNode } from './tree.js'

/** What a file sets: for every command, and by the names under `agents`, of which `defaults` means every agent. */
export interface FileLayers {
  readonly own: Layer
  readonly agents: ReadonlyMap<string, Layer>
}

type Mapping = ReadonlyMap<string, TreeNode>

/** The entry of a key in a line of the file. */
type EntryAt = (key: string, line: number) => Entry

/**
 * Validates the content of a file.
 * @param content its top mapping
 * @param file a workspace file may have come with a folder from another person, and may set less
 * @throws SettingsError
 */
export function fileLayers(
  content: Mapping,
  { path, isWorkspace }: { readonly path: string; readonly isWorkspace: boolean },
): FileLayers {
  const entryAt: EntryAt = (key, line) => ({ key, origin: { kind: 'file', file: path, line, isWorkspace } })
  const own = new Map(content)
  // Editors read the schema's address here.
  own.delete('$schema')
  own.delete('agents')
  return { own: readSection(own, entryAt), agents: readAgents(content.get('agents'), entryAt) }
}

const sections: ReadonlySet<string> = new Set(
  settingKeys.flatMap((key) => [...key.matchAll(/\./g)].map(({ index }) => key.slice(0, index))),
)

/** @param section the beginning of the keys, such as `query.` */
function readSection(mapping: Mapping, entryAt: EntryAt, section = ''): Layer {
  const given = [...mapping].flatMap(([name, node]): (readonly [SettingKey, Given])[] => {
    const key = `${section}${name}`
    const entry = entryAt(key, node.line)
    if (name.includes('.')) return refuseUnknown(key, entry)
    if (isSettingKey(key)) return [[key, readSetting(key, node, entry)]]
    if (!sections.has(key)) return refuseUnknown(key, entry)
    if (node.value === null) return []
    if (isMapping(node.value)) return [...readSection(node.value, entryAt, `${key}.`)]
    const example = settingKeys.find((known) => known.startsWith(`${key}.`))?.slice(key.length + 1)
    return refuseValue(entry, `a mapping of settings, such as ${example}`)
  })
  return new Map(given)
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
  if (isUserOnly) refuseWorkspace(entry)
  return { resolve: kind.read(node, entry), origin: entry.origin, written: node }
}

function readAgents(node: TreeNode | undefined, entryAt: EntryAt): FileLayers['agents'] {
  if (!node || node.value === null) return new Map()
  if (!isMapping(node.value)) {
    return refuseValue(entryAt('agents', node.line), 'a mapping of agent ids, each with its settings')
  }
  return new Map([...node.value].map(([id, part]) => [id, readAgent(id, part, entryAt)]))
}

function readAgent(id: string, node: TreeNode, entryAt: EntryAt): Layer {
  const entry = entryAt(`agents.${shortened(id)}`, node.line)
  if (!agentIds.test(id) || id === '__proto__') {
    return refuseValue(entry, 'named by an agent id: 1 to 64 letters, digits, hyphens or underscores')
  }
  if (node.value === null) return new Map()
  if (!isMapping(node.value)) return refuseValue(entry, 'a mapping of settings')
  return readSection(node.value, (key, line) => entryAt(`agents.${id}.${key}`, line))
}
