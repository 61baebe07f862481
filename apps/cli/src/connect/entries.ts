import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Entry } from './change.js'
import { valueInJson } from './edit-json.js'
import { naming, readHostFile } from './host-file.js'
import { type HostName, hostNames, hostOf } from './host-table.js'
import { isCommand, type ServerLaunch } from './launch.js'
import type { Places } from './places.js'

/** Where a host's entries go, and how they start the program. */
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

/** The hosts that are installed: one of their files or folders exists, or their command is on the PATH. */
export function findHosts(places: Places, searchPath: string): HostName[] {
  return hostNames.filter((name) => {
    const { traces, command } = hostOf(name)
    return traces(places).some((path) => existsSync(path)) || isCommand(command, searchPath)
  })
}

/** The file of a host with its MCP servers, and where they are in it. Throws EditError if the file is not valid. */
export function serverSection(name: HostName, places: Places) {
  const { file: fileOf, section, isToml = false } = hostOf(name)
  const file = fileOf(places)
  if (name !== 'opencode') return { file, section, isToml }
  const found = [file, `${file}c`].find((path) => existsSync(path)) ?? file
  // Version 2 has another section. It still reads that of version 1, which is used unless the file has the new one.
  const isNew = isObject(valueIn(found, ['mcp', 'servers']))
  return { file: found, section: isNew ? ['mcp', 'servers'] : section, isToml }
}

/**
 * Everything that `connect` writes for a host: the entry of the server, hooks and the skill. Empty if the host has our plugin.
 * @throws EditError if a file that decides about it is not valid
 */
export function entriesOf(name: HostName, { places, server, platform }: EntryContext): FileEntry[] {
  if (hasPlugin(name, places)) return []
  const host = hostOf(name)
  const { file, section, isToml } = serverSection(name, places)
  const launch = { ...host.launch(server.launch), ...(name === 'openclaw' && { cwd: workspaceOf(places) }) }
  const entry: Entry = { kind: isToml ? 'table' : 'property', path: [...section, server.name], value: launch }
  const skill = { kind: 'file', path: [], value: skillText() } as const
  const skillFile = places.join(host.skills(places), 'recallite', 'SKILL.md')
  return [{ file, entry }, ...hookEntries(name, { places, server, platform }), { file: skillFile, entry: skill }]
}

/** Whether a host has the plugin with the same server, which replaces these entries. */
export function hasPlugin(name: HostName, places: Places): boolean {
  if (name === 'claude-code')
    return valueIn(places.join(places.claude, 'settings.json'), ['enabledPlugins', 'recallite@recallite']) === true
  return name === 'openclaw' && valueIn(places.openclawFile, ['plugins', 'entries', 'recallite']) !== undefined
}

/** OpenClaw starts servers in any folder, but the memory is in its workspace. */
function workspaceOf({ openclaw, openclawFile, join: joined }: Places): string {
  const set = valueIn(openclawFile, ['agents', 'defaults', 'workspace'])
  return typeof set === 'string' ? set : joined(openclaw, 'workspace')
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

interface PluginHooks {
  readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly PluginHook[] }[]>>
}

interface PluginHook {
  readonly command: string
  readonly timeout: number
}

/** The hooks of the plugin in the terms of a host. npx takes longer to start than a hook may. */
function hookEntries(name: HostName, { places, server, platform }: EntryContext): FileEntry[] {
  const { hooks } = hostOf(name)
  if (!hooks || server.byNpx) return []
  const plugin = JSON.parse(readFileSync(join(pluginFolder(), 'hooks', 'hooks.json'), 'utf8')) as PluginHooks
  return Object.entries(hooks.events).map(([event, path]) => {
    const [group] = plugin.hooks[event] ?? []
    const items = (group?.hooks ?? []).map((hook) => {
      const [, words = '', rest = ''] = /^recallite (hook [\w-]+)(.*)$/u.exec(hook.command) ?? []
      // PowerShell has other redirections. A hook never fails; the rest is for a program that was uninstalled.
      const command = server.hookCommand(words) + (platform === 'win32' ? '' : rest)
      return { type: 'command', command, timeout: hook.timeout * hooks.second }
    })
    const entry: Entry = { kind: 'item', path: ['hooks', path], value: { hooks: items } }
    return { file: hooks.file(places), entry }
  })
}
