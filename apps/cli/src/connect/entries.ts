import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Entry } from './change.js'
import { valueInJson } from './edit-json.js'
import { naming, readHostFile } from './host-file.js'
import { type HostName, hostNames, hostOf } from './host-table.js'
import { isCommand, type ServerLaunch } from './launch.js'
import type { Places } from './places.js'

/** Where the entries of hosts go, and how they start the program. */
export interface EntryContext {
  readonly places: Places
  readonly server: ServerLaunch
  readonly platform: string
}

/** An entry with the path of its file. */
export interface FileEntry {
  readonly file: string
  readonly entry: Entry
}

/** The hosts that are installed: their folder or file exists, or their command is on the PATH. */
export function findHosts(places: Places, searchPath: string): HostName[] {
  return hostNames.filter((name) => {
    const { folder, file } = places[name]
    return existsSync(folder) || existsSync(file) || isCommand(hostOf(name).command ?? '', searchPath)
  })
}

/** The file of a host with its MCP servers, and where they are in it. Throws EditError if the file is not valid. */
export function serverSection(name: HostName, places: Places) {
  const { file } = places[name]
  const { section } = hostOf(name)
  if (name !== 'opencode') return { file, section }
  const found = [file, `${file}c`].find((path) => existsSync(path)) ?? file
  // Version 2 has another section. It still reads that of version 1, which is used unless the file has the new one.
  const isNew = isObject(valueIn(found, ['mcp', 'servers']))
  return { file: found, section: isNew ? ['mcp', 'servers'] : section }
}

/**
 * Everything that `connect` writes for a host: the entry of the server, hooks and the skill. Empty if the host has our plugin.
 * @throws EditError if a file that decides about it is not valid
 */
export function entriesOf(name: HostName, { places, server, platform }: EntryContext): FileEntry[] {
  if (hasPlugin(name, places)) return []
  const { file, section } = serverSection(name, places)
  const value = {
    ...(hostOf(name).launch?.(server.launch) ?? server.launch),
    ...(name === 'openclaw' && { cwd: workspaceOf(places) }),
  }
  const kind = file.endsWith('.toml') ? 'table' : 'property'
  const skills = name === 'claude-code' ? places.join(places[name].folder, 'skills') : places.skills
  return [
    { file, entry: { kind, path: [...section, server.name], value } },
    ...hookEntries(name, { places, server, platform }),
    {
      file: places.join(skills, 'recallite', 'SKILL.md'),
      entry: { kind: 'file', path: [], value: skillText() },
    },
  ]
}

/** Whether a host has the plugin with the same server, which replaces these entries. */
export function hasPlugin(name: HostName, places: Places): boolean {
  if (name === 'openclaw')
    return valueIn(places[name].file, ['plugins', 'entries', 'recallite']) !== undefined
  const settings = places.join(places[name].folder, 'settings.json')
  return name === 'claude-code' && valueIn(settings, ['enabledPlugins', 'recallite@recallite']) === true
}

/** OpenClaw starts servers in any folder, but the memory is in its workspace. */
function workspaceOf({ openclaw: { folder, file }, join: joined }: Places): string {
  const set = valueIn(file, ['agents', 'defaults', 'workspace'])
  return typeof set === 'string' ? set : joined(folder, 'workspace')
}

function valueIn(file: string, path: readonly string[]): unknown {
  return naming(file, () => {
    const content = readHostFile(file)
    return content === undefined ? undefined : valueInJson(content, path)
  })
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

const pluginFolder = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('recallite/package.json')), 'plugin')

/** The skill of the plugin, with a name that needs no plugin's name in front of it. */
function skillText(): string {
  const text = readFileSync(join(pluginFolder(), 'skills', 'memory', 'SKILL.md'), 'utf8')
  return text.replace(/^name: memory$/mu, 'name: recallite')
}

interface Plugin {
  readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly PluginHook[] }[]>>
}

type PluginHook = { readonly command: string; readonly timeout: number }

/** The hooks of the plugin in the terms of a host. */
function hookEntries(
  name: HostName,
  { places, server: { hookCommand }, platform }: EntryContext,
): FileEntry[] {
  const { hooks } = hostOf(name)
  if (!hooks || !hookCommand) return []
  const plugin = JSON.parse(readFileSync(join(pluginFolder(), 'hooks', 'hooks.json'), 'utf8')) as Plugin
  return Object.entries(hooks.events).map(([event, key]) => {
    const items = (plugin.hooks[event]?.[0]?.hooks ?? []).map(({ command, timeout }) => {
      const [, words = '', rest = ''] = /^recallite (hook [\w-]+)(.*)$/u.exec(command) ?? []
      // PowerShell has other redirections. A hook never fails; the rest is for a program that was uninstalled.
      const line = hookCommand(words) + (platform === 'win32' ? '' : rest)
      return { type: 'command', command: line, timeout: timeout * (hooks.second ?? 1) }
    })
    const file = places.join(places[name].folder, hooks.file)
    return { file, entry: { kind: 'item', path: ['hooks', key], value: { hooks: items } } }
  })
}
