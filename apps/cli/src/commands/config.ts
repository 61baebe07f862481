import { renderJson, type Request, printable, shellWord } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import {
  flagSettings,
  listSettings,
  type ShownSetting,
  readSettings,
  describeOrigin,
  type WorkspaceFolder,
} from '@recallite/settings'

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

/** Whether what a workspace file names counts like what the user names, and how to change that. */
function renderTrust({ path, isTrusted }: WorkspaceFolder): string {
  const folder = printable(path)
  if (isTrusted)
    return `${folder} is trusted. To take that back: recallite trust --remove ${printable(shellWord(path))}\n`
  return `${folder} is not trusted: its settings cannot name models, addresses, or folders outside of it. To change that: recallite trust ${printable(shellWord(path))}\n`
}

/** Each setting with its value and where that comes from, for people. */
export function renderConfig(settings: readonly ShownSetting[]): string {
  const rows = settings.map((setting) => ({
    key: setting.key,
    value: printable(formatValue(setting)),
    origin: printable(describeOrigin(setting.origin)),
  }))
  const keyWidth = Math.max(...rows.map(({ key }) => key.length))
  // One long list should not push every origin off the screen.
  const valueWidth = Math.max(...rows.map(({ value }) => value.length).filter((length) => length <= 32), 0)
  const lines = rows.map(
    ({ key, value, origin }) => `${key.padEnd(keyWidth)}  ${value.padEnd(valueWidth)}  ${origin}\n`,
  )
  return lines.join('')
}

function formatValue({ value, isSet }: ShownSetting): string {
  if (value === null) return '-'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (isSet === undefined) return text
  return `${text} (${isSet ? 'set' : 'not set'})`
}
