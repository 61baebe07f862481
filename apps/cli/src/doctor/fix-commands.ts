import { statSync } from 'node:fs'
import type { Flags } from '../flags/flags.js'
import { shellWord } from '@recallite/command-line'
import { withoutPassword, type SettingKey, type Origin } from '@recallite/settings'

/** A command of this program about the same memory. */
export function ownCommand(words: string, { db, store, agent, config }: Flags): string {
  const address = store === undefined ? undefined : withoutPassword(store)
  const flags = Object.entries({ db, store: address, agent, config }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${shellWord(value)}`],
  )
  return ['recallite', words, ...flags].join(' ')
}

/** The command that opens a settings file. */
export function editCommand(file: string): string {
  return `\${EDITOR:-vi} ${shellWord(file)}`
}

/** The command that changes a setting where it is set. */
export function fixSetting(key: SettingKey, origin: Origin, flags: Flags): string {
  if (origin.kind === 'file') return editCommand(origin.file)
  if (origin.kind === 'variable') return `unset ${origin.name}`
  return ownCommand(`config ${key}`, flags)
}

/** The command that lets the user read and write a file or folder. */
export function accessCommand(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  const self = process.getuid?.()
  if (self !== undefined && self !== stats?.uid) return `sudo chown "$(id -un)" ${shellWord(path)}`
  return `chmod ${stats?.isDirectory() ? 'u+rwx' : 'u+rw'} ${shellWord(path)}`
}
