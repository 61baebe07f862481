import { didYouMean } from '@recallite/command-line'
import { SettingsError } from './errors.js'
import { describeOrigin, type Origin } from './origin.js'

/** Where a value stands, for messages and for what is allowed there. */
export interface Place {
  /** As in `query.maxResults` or `chain[0].model`. */
  readonly key: string
  readonly origin: Origin
}

/** Longer words are nobody's typing errors, and slow to compare. */
const longestHint = 100

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

/** A sentence that names the name nearest to a mistyped one; empty where none is near. */
export function nearestHint(name: string, known: readonly string[]): string {
  return name.length > longestHint ? '' : didYouMean(name, known)
}

/** A name from a file, short enough for a message. */
export function shortened(name: string): string {
  return name.length > longestHint ? `${name.slice(0, longestHint)}…` : name
}
