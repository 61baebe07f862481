import type { Flags } from '../flags/flags.js'
import type { Kind } from './kinds/kind.js'
import type { Plain } from './tree.js'

/** The names that an agent can have: its memory is a file of that name. */
export const agentIds = /^[A-Za-z0-9_-]{1,64}$/

/** A setting as people meet it: one row of the table, from which everything else is made. */
export interface Setting {
  readonly kind: Kind<unknown>
  /** As a file would have it; none where the setting is left open. */
  readonly default?: Plain
  readonly help: string
  /** The flag of a command line that sets it. */
  readonly flag?: keyof Flags
  /** Variables that set it beside its own, which comes first; see `variablesOf`. */
  readonly variables?: readonly string[]
  /**
   * Whether `variables` count for less than files, unlike its own: a file that names another key means it, and one for
   * somebody else's service must not be sent there.
   */
  readonly yieldsToFiles?: boolean
  /** What a text of `variables` means, as a file would have it; where it is not the text itself. */
  readonly readVariable?: (text: string) => string
  /** Whether workspace files may not set it: they may come with a folder from elsewhere. */
  readonly isUserOnly?: boolean
}

/** The variables that set a setting, the first that is set wins: its own (`RECALLITE_QUERY_MAX_RESULTS`), then others. */
export function variablesOf(key: string, { variables = [] }: Setting): readonly string[] {
  return [`RECALLITE_${screaming(key)}`, ...variables]
}

function screaming(key: string): string {
  return key
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .replaceAll('.', '_')
    .toUpperCase()
}

/** A flag as it is typed: `--min-score`. */
export function flagSyntax(flag: keyof Flags): string {
  return `--${flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}
