import type { Flag } from '@recallite/command-line'
import { flagSyntax } from '@recallite/settings'
import type { Flags } from './flags.js'

/**
 * A row of the table of flags.
 * @param spec the flag's name among `Flags`, behind its short name if it has one, and what its value is called:
 * `-n limit <number>`
 */
export function flag(
  spec: keyof Flags | `${keyof Flags} <${string}>` | `-${string} ${keyof Flags} <${string}>`,
  help: string,
  more: Omit<Flag<Flags>, 'name' | 'syntax' | 'help'> = {},
): Flag<Flags> {
  const [, short, name, value] = /^(?:(-\w) )?(\w+)(?: (<.*>))?$/u.exec(spec) ?? []
  const long = flagSyntax(name as keyof Flags)
  const syntax = [short === undefined ? long : `${short}, ${long}`, value ?? []].flat().join(' ')
  return { name: name as keyof Flags, syntax, help, ...more }
}

/** The same flags, which help lists under a heading. */
export function grouped(group: string, flags: readonly Flag<Flags>[]): Flag<Flags>[] {
  return flags.map((each) => ({ ...each, group }))
}

/** For every command whose answer programs may read. */
export const jsonFlag = flag('json', 'print JSON')
