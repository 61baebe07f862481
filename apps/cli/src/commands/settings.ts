import { dirname, resolve } from 'node:path'
import { printable, renderJson, type Request, shellWord, UsageError } from '@recallite/command-line'
import {
  describeOrigin,
  distrustFolder,
  findWorkspaceFile,
  flagSettings,
  homeFolder,
  listSettings,
  readSettings,
  readTrustedFolders,
  type ListedSetting,
  trustFolder,
  workingFolder,
  type WorkspaceFolder,
} from '@recallite/settings'
import type { Flags } from '../flags/flags.js'

/** `recallite config [key]` */
export async function runConfig({ words: [key], flags, io }: Request<Flags>): Promise<void> {
  const { agent, config } = flags
  const resolved = await readSettings({ flags: flagSettings(flags), agent, config })
  const settings = listSettings(resolved, key)
  const { user = null, workspace = null } = resolved.files
  const isTrusted = resolved.workspaceFolder?.isTrusted ?? null
  if (flags.json) io.write(renderJson({ files: { user, workspace }, workspaceTrusted: isTrusted, settings }))
  else {
    io.write(renderConfig(settings))
    if (resolved.workspaceFolder) io.talk(renderTrust(resolved.workspaceFolder))
  }
}

function renderTrust({ path, isTrusted }: WorkspaceFolder): string {
  const folder = printable(path)
  if (isTrusted)
    return `${folder} is trusted. To undo that: recallite trust --remove ${printable(shellWord(path))}\n`
  return `${folder} is not trusted: its settings cannot name models, addresses, or folders outside of it. To change that: recallite trust ${printable(shellWord(path))}\n`
}

/** Each setting with its value and origin, for people. */
export function renderConfig(settings: readonly ListedSetting[]): string {
  const rows = settings.map((setting) => ({
    key: setting.key,
    value: printable(formatValue(setting)),
    origin: printable(describeOrigin(setting.origin)),
  }))
  const keyWidth = Math.max(...rows.map(({ key }) => key.length))
  // A long list must not push the origins off the screen.
  const valueWidth = Math.max(...rows.map(({ value }) => value.length).filter((length) => length <= 32), 0)
  const lines = rows.map(
    ({ key, value, origin }) => `${key.padEnd(keyWidth)}  ${value.padEnd(valueWidth)}  ${origin}\n`,
  )
  return lines.join('')
}

function formatValue({ value, isSet }: ListedSetting): string {
  if (value === null) return '-'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (isSet === undefined) return text
  return `${text} (${isSet ? 'set' : 'not set'})`
}

/** `recallite trust [folder]`, `recallite trust --list`, `recallite trust --remove [folder]` */
export async function runTrust(request: Request<Flags>): Promise<void> {
  const { words, flags } = request
  if (words.length > 1) throw new UsageError("Trust one folder at a time: 'recallite trust FOLDER'.")
  if (flags.list && (flags.remove || words.length > 0)) {
    throw new UsageError("--list takes no folder and no other flag: 'recallite trust --list'.")
  }
  const home = homeFolder()
  if (flags.list) list(request, home)
  else change(request, home)
}

function list({ flags, io }: Request<Flags>, home: string): void {
  const folders = readTrustedFolders(home)
  if (flags.json) io.write(renderJson({ folders }))
  else for (const folder of folders) io.write(`${printable(folder)}\n`)
}

function change(request: Request<Flags>, home: string): void {
  const { flags, io } = request
  const folder = (flags.remove ? distrustFolder : trustFolder)(home, folderOf(request, home))
  const removed = `${printable(folder)} is no longer trusted.\n`
  const trusted = `Trusted ${printable(folder)}: its .recallite.yaml may now name databases, models and addresses, even after it changes, and hooks of a host may add its memory to conversations. To undo that: recallite trust --remove\n`
  if (flags.json) io.write(renderJson(flags.remove ? { removed: folder } : { trusted: folder }))
  else io.talk(flags.remove ? removed : trusted)
}

function folderOf({ words: [word], flags }: Request<Flags>, home: string): string {
  if (word !== undefined) return resolve(workingFolder(), word)
  // A listed folder can be removed even if its workspace file is broken.
  if (flags.remove) return workingFolder()
  const file = findWorkspaceFile(workingFolder(), home)
  return file === undefined ? workingFolder() : dirname(file)
}
