import { createHash } from 'node:crypto'
import type { Flags } from '../flags/flags.js'
import type { MemoryLocation } from '../open/memory-location.js'
import { isFromWorkspace, isSecret, settingKeys } from '@recallite/settings'

/**
 * A hash of location, sources and settings, including keys. Two processes with the same hash give the same answers from one
 * database.
 */
export function fingerprintOf(
  { scope, connection, sources, resolved }: MemoryLocation,
  { offline = false }: Flags,
): string {
  const { path: _, makesFolder: __, ...how } = connection
  const { valueOf, originOf } = resolved
  // The path of the database and the chain are compared separately; hooks have their own options, and only commands read records.origin.
  const separate = /^(?:store\.path|records\.origin|hooks\..*|provider|model|fallback|chain)$/u
  const counting = settingKeys.filter((key) => !separate.test(key))
  const settings = counting.map((key) => [key, valueOf(key), originOf(key).kind === 'built-in'])
  // For these, the origin matters as well: flag, workspace file or user file.
  const chain = resolved.chain.map(({ origin, ...entry }) => [entry, origin.kind, isFromWorkspace(origin)])
  const text = JSON.stringify([scope, how, sources, offline, settings, chain], revealSecrets)
  return createHash('sha256').update(text).digest('hex')
}

/** JSON contains only the reference of a secret. */
function revealSecrets(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  const whole = this[key]
  return isSecret(whole) ? [whole.reference, whole.isSet ? whole.reveal() : null] : value
}

/** The description of a resident program, for its authorised clients. */
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

/** The answer of `/v1/health`; `program` only for its user. */
export interface Health {
  readonly status: 'ok'
  readonly program?: ProgramInfo
}
