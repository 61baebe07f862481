import { statSync } from 'node:fs'
import { shellWord } from '@recallite/command-line'
import { type Origin, type SettingKey, withoutPassword } from '@recallite/settings'
import { argumentsOf } from '../connect/launch.js'
import type { Flags } from '../flags/flags.js'

/** The result of a probe about one thing. */
export interface Outcome {
  /** `failed` does not work; `warning` works and needs attention. */
  readonly state: 'ok' | 'warning' | 'failed'
  readonly detail: string
  /** Null if the state is `ok`. */
  readonly cause: string | null
  /** A command; null if the state is `ok`. */
  readonly fix: string | null
}

/** An outcome with the name of its probe. */
export type Finding = Outcome & { readonly name: string }

/** Something that works. */
export const fine = (detail: string): Outcome => ({ state: 'ok', detail, cause: null, fix: null })

const problem =
  (state: 'warning' | 'failed') =>
  (detail: string, cause: string, fix: string): Outcome => ({ state, detail, cause, fix })

/** Something that works but needs attention; `fix` is a command. */
export const warning = problem('warning')

/** Something that does not work; `fix` is a command. */
export const failure = problem('failed')

/** A command of this program for the same memory. */
export function recalliteCommand(words: string, { db, store, agent, config }: Flags): string {
  const address = store === undefined ? undefined : withoutPassword(store)
  const flags = argumentsOf({ '--db': db, '--store': address, '--agent': agent, '--config': config })
  return ['recallite', words, ...flags.map(shellWord)].join(' ')
}

/** The command that opens a settings file. */
export const editCommand = (file: string): string => `\${EDITOR:-vi} ${shellWord(file)}`

/** The command that changes a setting at its origin. */
export function fixSetting(key: SettingKey, origin: Origin, flags: Flags): string {
  if (origin.kind === 'file') return editCommand(origin.file)
  if (origin.kind === 'variable') return `unset ${origin.name}`
  return recalliteCommand(`config ${key}`, flags)
}

/** The command that lets the user read and write a file or folder. */
export function accessCommand(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  const self = process.getuid?.()
  if (self !== undefined && self !== stats?.uid) return `sudo chown "$(id -un)" ${shellWord(path)}`
  return `chmod ${stats?.isDirectory() ? 'u+rwx' : 'u+rw'} ${shellWord(path)}`
}
