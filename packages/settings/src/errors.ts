import { CodedError, didYouMean } from '@recallite/command-line'

/** Why settings are rejected; stable, for programs to act on. */
type SettingsErrorCode =
  /** No setting has this name. */
  | 'SETTINGS_UNKNOWN_KEY'
  /** The value is not valid for its setting. */
  | 'SETTINGS_INVALID_VALUE'
  /** A settings file exists, or is named, but cannot be read. */
  | 'SETTINGS_UNREADABLE'
  /** A settings file is not a mapping in YAML or JSON. */
  | 'SETTINGS_MALFORMED'
  /** There are two settings files where only one is allowed. */
  | 'SETTINGS_AMBIGUOUS'
  /** The value is not allowed in this place: a literal key, or a user setting in a workspace file. */
  | 'SETTINGS_REFUSED'
  /** The value refers to an environment variable that is not set. */
  | 'SETTINGS_VARIABLE_UNSET'

/** Settings are invalid. The message names file, line and remedy, and never repeats a value. */
export class SettingsError extends CodedError<SettingsErrorCode> {}

export type Origin =
  | { readonly kind: 'built-in' }
  | { readonly kind: 'file'; readonly file: string; readonly line: number; readonly isWorkspace: boolean }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'flag'; readonly name: string }

export const builtIn: Origin = { kind: 'built-in' }

/** `file:line`, the variable, the flag, or `built-in`. */
export function describeOrigin(origin: Origin): string {
  if (origin.kind === 'file') return `${origin.file}:${origin.line}`
  return origin.kind === 'built-in' ? origin.kind : origin.name
}

/** Whether a value comes from a workspace file, which may come from another person. */
export function isFromWorkspace(origin: Origin | undefined): boolean {
  return origin?.kind === 'file' && origin.isWorkspace
}

/** The key and origin of a value. */
export interface Entry {
  /** For example `query.maxResults` or `chain[0].model`. */
  readonly key: string
  readonly origin: Origin
  /** For files: returns the line of a part of this value. */
  readonly lineOf?: LineOf
}

/** The line of a key, from 1; for a value in a mapping, that of its name. */
export type LineOf = (key: string) => number

/** A field (`.model`) or list item (`[0]`) of an entry. */
export function partOf({ key: whole, origin, lineOf }: Entry, part: string): Entry {
  const key = `${whole}${part}`
  return lineOf && origin.kind === 'file'
    ? { key, origin: { ...origin, line: lineOf(key) }, lineOf }
    : { key, origin }
}

/** @throws SettingsError `SETTINGS_INVALID_VALUE`, without repeating the value */
export function refuseValue({ key, origin }: Entry, allowed: string, hint = ''): never {
  const message = `${describeOrigin(origin)}: ${key} must be ${allowed}.${hint}`
  throw new SettingsError('SETTINGS_INVALID_VALUE', message)
}

/** @throws SettingsError `SETTINGS_REFUSED` */
export function refuseEntry({ key, origin }: Entry, reason: string): never {
  throw new SettingsError('SETTINGS_REFUSED', `${describeOrigin(origin)}: ${key} ${reason}`)
}

/** @throws SettingsError `SETTINGS_REFUSED` for a user setting in a workspace file */
export function refuseWorkspace(entry: Entry): void {
  if (!isFromWorkspace(entry.origin)) return
  const reason = 'may not be set in a workspace file, which may come from elsewhere'
  refuseEntry(entry, `${reason}. Put it into the user file, ~/.recallite/config.yaml.`)
}

/** @throws SettingsError `SETTINGS_VARIABLE_UNSET` */
export function refuseVariable({ key, origin }: Entry, name: string): never {
  const source = origin.kind === 'built-in' ? '' : `${describeOrigin(origin)}: `
  throw new SettingsError(
    'SETTINGS_VARIABLE_UNSET',
    `${source}${key} needs the environment variable ${name}, which is not set. Set it, or change the setting.`,
  )
}

/** Longer names are not typos, and slow to compare. */
const maxNameLength = 100

/** Suggests the most similar name in a sentence; empty if none is similar. */
export function nearestHint(name: string, names: readonly string[]): string {
  return name.length > maxNameLength ? '' : didYouMean(name, names)
}

/** Shortens a name from a file for a message. */
export function shortened(name: string): string {
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name
}

/** @throws SettingsError `SETTINGS_MALFORMED` */
export function malformed(file: string, line: number, fault: string): never {
  throw new SettingsError('SETTINGS_MALFORMED', `${file}:${line}: the file ${fault}.`)
}
