import { statSync } from 'node:fs'
import { shellWord } from '@recallite/command-line'
import { type Origin, type SettingKey, withoutPassword } from '@recallite/settings'
import type { Flags } from '../flags/flags.js'

/** What a probe found. */
export interface Outcome {
  /** `failed` does not work; `warning` works and needs attention. */
  readonly state: 'ok' | 'warning' | 'failed'
  readonly detail: string
  /** Null if all is well. */
  readonly cause: string | null
  /** A command; null if all is well. */
  readonly fix: string | null
}

/** What a probe found, under its name. */
export interface Finding extends Outcome {
  readonly name: string
}

/** All is well. */
export const fine = (detail: string): Outcome => ({ state: 'ok', detail, cause: null, fix: null })

/** It works, and needs attention; `fix` is a command. */
export function warning(detail: string, cause: string, fix: string): Outcome {
  return { state: 'warning', detail, cause, fix }
}

/** It does not work; `fix` is a command. */
export function failure(detail: string, cause: string, fix: string): Outcome {
  return { state: 'failed', detail, cause, fix }
}

/** A command of this program about the same memory. */
export function ownCommand(words: string, { db, store, agent, config }: Flags): string {
  const address = store === undefined ? undefined : withoutPassword(store)
  const flags = Object.entries({ db, store: address, agent, config }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${shellWord(value)}`],
  )
  return ['recallite', words, ...flags].join(' ')
}

/** The command that opens a settings file. */
export const editCommand = (file: string): string => `\${EDITOR:-vi} ${shellWord(file)}`

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
