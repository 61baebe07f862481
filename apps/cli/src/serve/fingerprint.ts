import { createHash } from 'node:crypto'
import type { Flags } from '../flags/flags.js'
import type { MemoryLocation } from '../open/memory-location.js'
import { isFromWorkspace, isSecret, settingKeys, type SettingKey } from '@recallite/settings'

/**
 * What two processes must have in common to give the same answers from one database: a hash of where the memory is, what its
 * sources are, and of the settings. Keys count too, though nothing can be read from the hash.
 */
export function fingerprintOf(
  { scope, connection, sources, resolved }: MemoryLocation,
  { offline = false }: Flags,
): string {
  const { path: _, ...how } = connection
  const { valueOf, originOf } = resolved
  const counting = settingKeys.filter(countsIn)
  const settings = counting.map((key) => [key, valueOf(key), originOf(key).kind === 'built-in'])
  // With these it matters how near to the command they are named.
  const chain = resolved.chain.map(({ origin, ...entry }) => [entry, origin.kind, isFromWorkspace(origin)])
  const text = JSON.stringify([scope, how, sources, offline, settings, chain], revealSecrets)
  return createHash('sha256').update(text).digest('hex')
}

/** The path of the database and the chain are compared separately; hooks have their own options. */
const countsIn = (key: SettingKey): boolean =>
  !/^(?:store\.path|hooks\..*|provider|model|fallback|chain)$/u.test(key)

/** JSON has a secret's reference only. */
function revealSecrets(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  const whole = this[key]
  return isSecret(whole) ? [whole.reference, whole.isSet ? whole.reveal() : null] : value
}

/** What a resident program says of itself, to those who may ask it. */
export interface ProgramInfo {
  readonly pid: number
  readonly version: string
  readonly database: string
  /** See `fingerprintOf`. */
  readonly fingerprint: string
  /** When it started, as an ISO date. */
  readonly since: string
  readonly port: number
}

/** What `/v1/health` answers; the program only to its user. */
export interface Health {
  readonly status: 'ok'
  readonly program?: ProgramInfo
}
