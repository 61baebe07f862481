import { CodedError, didYouMean } from '@recallite/command-line'

/** Why settings are refused; stable, for programs to act on. */
type SettingsErrorCode =
  /** No setting has that name. */
  | 'SETTINGS_UNKNOWN_KEY'
  /** A value is not one that its setting can have. */
  | 'SETTINGS_INVALID_VALUE'
  /** A settings file exists, or was named, and cannot be read. */
  | 'SETTINGS_UNREADABLE'
  /** A settings file is not a mapping in YAML or JSON. */
  | 'SETTINGS_MALFORMED'
  /** Two settings files where one is read. */
  | 'SETTINGS_AMBIGUOUS'
  /** A value that its origin may not set: a literal key, or what a workspace file may not set. */
  | 'SETTINGS_REFUSED'
  /** A value needs a variable of the environment that is not set. */
  | 'SETTINGS_VARIABLE_UNSET'

/** Why settings are refused; the message names the file and line and what to do, and never repeats a value. */
export class SettingsError extends CodedError<SettingsErrorCode> {}

/** Where a value comes from. */
export type Origin =
  | { readonly kind: 'built-in' }
  | { readonly kind: 'file'; readonly file: string; readonly line: number; readonly isWorkspace: boolean }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'flag'; readonly name: string }

/** The origin of a default. */
export const builtIn: Origin = { kind: 'built-in' }

/** An origin as messages show it: `file:line`, the variable's name, the flag, or `built-in`. */
export function describeOrigin(origin: Origin): string {
  if (origin.kind === 'file') return `${origin.file}:${origin.line}`
  return origin.kind === 'built-in' ? origin.kind : origin.name
}

/** Whether a value comes from a workspace file, which may have come with a folder from another person. */
export function isFromWorkspace(origin: Origin | undefined): boolean {
  return origin?.kind === 'file' && origin.isWorkspace
}

/** A value's key and origin. */
export interface Entry {
  /** As in `query.maxResults` or `chain[0].model`. */
  readonly key: string
  readonly origin: Origin
  /** Of a file: the line of a part of this value, by its key. */
  readonly lineOf?: LineOf
}

/** The line of a part of a file, from 1, by its key; for a value of a mapping that of its name. */
export type LineOf = (key: string) => number

/** A part of an entry: a field of a record (`.model`), an item of a list (`[0]`). */
export function partOf({ key: whole, origin, lineOf }: Entry, part: string): Entry {
  const key = `${whole}${part}`
  return lineOf && origin.kind === 'file'
    ? { key, origin: { ...origin, line: lineOf(key) }, lineOf }
    : { key, origin }
}

/** @throws SettingsError `SETTINGS_INVALID_VALUE`: says what is allowed, without repeating the value */
export function refuseValue({ key, origin }: Entry, allowed: string, hint = ''): never {
  const message = `${describeOrigin(origin)}: ${key} must be ${allowed}.${hint}`
  throw new SettingsError('SETTINGS_INVALID_VALUE', message)
}

/** @throws SettingsError `SETTINGS_REFUSED` */
export function refuseEntry({ key, origin }: Entry, reason: string): never {
  throw new SettingsError('SETTINGS_REFUSED', `${describeOrigin(origin)}: ${key} ${reason}`)
}

/** @throws SettingsError `SETTINGS_REFUSED` for what only the user may set, in a workspace file */
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

/** Longer names are no typing errors, and slow to compare. */
const longestHint = 100

/** A sentence that suggests the known name nearest to a mistyped one; empty if none is near. */
export function nearestHint(name: string, known: readonly string[]): string {
  return name.length > longestHint ? '' : didYouMean(name, known)
}

/** A name from a file, short enough for a message. */
export function shortened(name: string): string {
  return name.length > longestHint ? `${name.slice(0, longestHint)}…` : name
}

/** @throws SettingsError `SETTINGS_MALFORMED`, with the file, the line and the fault */
export function malformed(file: string, line: number, fault: string): never {
  throw new SettingsError('SETTINGS_MALFORMED', `${file}:${line}: the file ${fault}.`)
}
