import { didYouMean } from '@recallite/command-line'

const marker = Symbol.for('recallite.SettingsError')

/** The ways settings are refused; stable, for programs to act on. */
type SettingsErrorCode =
  /** No setting has that name. */
  | 'SETTINGS_UNKNOWN_KEY'
  /** A value is not one that its setting can have. */
  | 'SETTINGS_INVALID_VALUE'
  /** A settings file is there, or was named, and cannot be read. */
  | 'SETTINGS_UNREADABLE'
  /** A settings file is not a mapping in YAML or JSON. */
  | 'SETTINGS_MALFORMED'
  /** Two settings files where one is read. */
  | 'SETTINGS_AMBIGUOUS'
  /** A value that may not stand where it stands: a literal key, or what a workspace file may not say. */
  | 'SETTINGS_REFUSED'
  /** A value needs a variable of the environment that is not set. */
  | 'SETTINGS_VARIABLE_UNSET'

/** Why settings are not taken; the message says where they stand and what to do, and never repeats a value. */
export class SettingsError extends Error {
  readonly code: SettingsErrorCode
  readonly isRetryable = false

  constructor(code: SettingsErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'SettingsError'
    this.code = code
    Object.defineProperty(this, marker, { value: true })
  }

  /** True for a settings error of any copy of this module. */
  static isInstance(value: unknown): value is SettingsError {
    return typeof value === 'object' && value !== null && marker in value
  }
}

/** Where a value comes from. */
export type Origin =
  | { readonly kind: 'built-in' }
  | { readonly kind: 'file'; readonly file: string; readonly line: number; readonly isWorkspace: boolean }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'flag'; readonly name: string }

/** What is there without anybody's doing. */
export const builtIn: Origin = { kind: 'built-in' }

/** An origin as people find it: `file:line`, the variable's name, the flag, or `built-in`. */
export function describeOrigin(origin: Origin): string {
  if (origin.kind === 'file') return `${origin.file}:${origin.line}`
  return origin.kind === 'built-in' ? origin.kind : origin.name
}

/** Where a value stands, for messages and for what is allowed there. */
export interface Place {
  /** As in `query.maxResults` or `chain[0].model`. */
  readonly key: string
  readonly origin: Origin
}

/** A place within another: a field of a record, an item of a list. */
export function placeWithin({ key, origin }: Place, part: string, line: number): Place {
  return { key: `${key}${part}`, origin: origin.kind === 'file' ? { ...origin, line } : origin }
}

/** Whether the place is in a file that may have come with somebody else's folder. */
export function isInWorkspace({ origin }: Place): boolean {
  return origin.kind === 'file' && origin.isWorkspace
}

/** @throws SettingsError `SETTINGS_INVALID_VALUE`: says what is allowed, without repeating what is there */
export function refuseValue({ key, origin }: Place, allowed: string, hint = ''): never {
  throw new SettingsError(
    'SETTINGS_INVALID_VALUE',
    `${describeOrigin(origin)}: ${key} must be ${allowed}.${hint}`,
  )
}

/** @throws SettingsError `SETTINGS_REFUSED` */
export function refusePlace({ key, origin }: Place, reason: string): never {
  throw new SettingsError('SETTINGS_REFUSED', `${describeOrigin(origin)}: ${key} ${reason}`)
}

/** @throws SettingsError `SETTINGS_VARIABLE_UNSET` */
export function refuseVariable({ key, origin }: Place, name: string): never {
  const where = origin.kind === 'built-in' ? '' : `${describeOrigin(origin)}: `
  throw new SettingsError(
    'SETTINGS_VARIABLE_UNSET',
    `${where}${key} needs the environment variable ${name}, which is not set. Set it, or change the setting.`,
  )
}

/** Longer words are no typing errors, and slow to compare. */
const longestHint = 100

/** A sentence that names the name nearest to a mistyped one; empty where none is near. */
export function nearestHint(name: string, known: readonly string[]): string {
  return name.length > longestHint ? '' : didYouMean(name, known)
}

/** A name from a file, short enough for a message. */
export function shortened(name: string): string {
  return name.length > longestHint ? `${name.slice(0, longestHint)}…` : name
}

/** @throws SettingsError `SETTINGS_MALFORMED`, with the place and what is wrong there */
export function malformed(file: string, line: number, fault: string): never {
  throw new SettingsError('SETTINGS_MALFORMED', `${file}:${line}: the file ${fault}.`)
}
