import type { Flags } from '../flags/flags.js'
import type { SettingKey } from '../settings/key-table.js'
import type { Origin } from '../settings/origin.js'
import { ownCommand } from './own-command.js'
import { shellWord } from '../shell-word.js'

/** The command that opens a settings file. */
export function editCommand(file: string): string {
  return `\${EDITOR:-vi} ${shellWord(file)}`
}

/** The command that changes a setting where it was made. */
export function mendSetting(key: SettingKey, origin: Origin, flags: Flags): string {
  if (origin.kind === 'file') return editCommand(origin.file)
  if (origin.kind === 'variable') return `unset ${origin.name}`
  return ownCommand(`config ${key}`, flags)
}
