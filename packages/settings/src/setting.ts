import type { Plain, SettingSchema } from './schemas/schema.js'

/** Names that an agent can have; its database is a file of that name. */
export const agentIds = /^[A-Za-z0-9_-]{1,64}$/

/** The flags of programs that are settings, by their property. */
export type SettingFlag = 'db' | 'store' | 'model' | 'provider'

/** One row of the table of settings, from which help, schema, variables and flags are made. */
export interface Setting {
  readonly schema: SettingSchema
  /** As a file would have it. */
  readonly default?: Plain
  readonly help: string
  readonly flag?: SettingFlag
  /** Other variables that set it, besides its own; see `variablesOf`. */
  readonly variables?: readonly string[]
  /** Whether files overrule `variables`, though not its own: the usual key must not be sent where a file names another. */
  readonly yieldsToFiles?: boolean
  /** What a text of `variables` means, as a file would have it; without it the text itself. */
  readonly readVariable?: (text: string) => string
  /** Whether workspace files may not set it: they may come with a folder from another person. */
  readonly isUserOnly?: boolean
}

/** The variables that set a setting: its own (`RECALLITE_QUERY_MAX_RESULTS`), then others. The first one set wins. */
export function variablesOf(key: string, { variables = [] }: Setting): readonly string[] {
  const own = key.replace(/[A-Z]/g, (letter) => `_${letter}`).replaceAll('.', '_')
  return [`RECALLITE_${own.toUpperCase()}`, ...variables]
}

/** A flag as it is typed: `--threshold`. */
export function flagSyntax(flag: string): string {
  return `--${flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}
