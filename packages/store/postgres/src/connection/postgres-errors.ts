import { StoreError, type StoreErrorCode } from '@recallite/store'
import type { Address } from './address.js'

/** What a call was about, for its errors. */
export type CallKind = 'read' | 'write'

/**
 * Turns an error of the client, the network or the server into a `StoreError` without the password; every other error stays as it is.
 * The original error is not passed on as its cause where a password might be in it.
 */
export function toStoreError(error: unknown, { shown, secrets }: Address, kind: CallKind): unknown {
  if (StoreError.isInstance(error) || !(error instanceof Error)) return error
  const known = failureOf(error, kind)
  if (!known) return error
  const [code, sentence] = known
  const message = `${sentence(shown)} (${withoutSecrets(describe(error), secrets)})`
  return new StoreError(code, message, passing.has(known) ? { isRetryable: true } : {})
}

/** Whether the connection broke or the server went away: the same statement may succeed on another connection. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error)
  if (/^(08|57P0[1-3])/.test(code)) return true
  if (['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH'].includes(code))
    return true
  return (
    error instanceof Error &&
    /connection (terminated|ended|error)|client has encountered/i.test(error.message)
  )
}

/** Whether another transaction stood in the way, so that the whole of this one can be tried again. */
export const isInTheWay = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))

/** The SQLSTATE of an error of the server, or the code of one of the system; '' without one. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** A text in which no password stands. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((clean, secret) => clean.replaceAll(secret, '***'), text)
}

/** Errors of several attempts to connect have no message of their own. */
function describe(error: Error): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map((one) => (one instanceof Error ? one.message : String(one))).join('; ')
  }
  return error.message
}

type Failure = readonly [code: StoreErrorCode, sentence: (shown: string) => string]

const lost: Failure = [
  'STORE_UNAVAILABLE',
  (shown) => `${shown} does not answer or broke the connection. Nothing half-written is kept; try again.`,
]
const busy: Failure = [
  'STORE_BUSY',
  (shown) => `Another connection holds what this write of ${shown} needs. Try again in a moment.`,
]
const tooMany: Failure = [
  'STORE_UNAVAILABLE',
  (shown) => `${shown} has no connection to spare. Try again in a moment, or allow more of them.`,
]
const readOnly: Failure = [
  'STORE_READ_ONLY',
  (shown) => `${shown} cannot be written: it is a replica, or this user may only read.`,
]
const refused: Failure = [
  'STORE_UNAVAILABLE',
  (shown) =>
    `${shown} refused the connection. Check the user, its password (PGPASSWORD, or ~/.pgpass with mode 0600) and the certificate.`,
]
const full: Failure = [
  'STORE_FULL',
  (shown) => `The disk of ${shown} is full. Make room there; what was written before is kept.`,
]
const slow: Failure = ['STORE_UNAVAILABLE', (shown) => `${shown} took longer than a statement may take.`]
const damaged: Failure = [
  'STORE_CORRUPT',
  (shown) => `${shown} does not hold the tables of a store as they were made, or they are damaged.`,
]
const invalid: Failure = [
  'STORE_INVALID_DOCUMENT',
  () =>
    'What was to be written breaks the rules of a store: chunk ids are unique, lines, tokens and times whole numbers. Nothing of it was kept.',
]
const unusable: Failure = ['STORE_UNAVAILABLE', (shown) => `${shown} could not answer.`]

/** What may be over at the next try. */
const passing: ReadonlySet<Failure> = new Set([lost, tooMany, slow, busy])

/** The first pattern that an error's code matches decides. */
const codes: readonly (readonly [pattern: RegExp, failure: Failure])[] = [
  [/^(55P03|40001|40P01|55006)$/, busy],
  [/^25006$/, readOnly],
  [/^(53300|RCL01)$/, tooMany],
  [/^(28|3D000|SELF_SIGNED|CERT_|DEPTH_ZERO|UNABLE_TO|ERR_TLS|ERR_SSL)/, refused],
  [/^(53100|58030)$/, full],
  [/^57014$/, slow],
  [/^(XX00[12]|42P01|42703|3F000|42883)$/, damaged],
  [/^(23|22003|22P02|54000)/, invalid],
  [/^[0-9A-Z]{5}$/, unusable],
]

function failureOf(error: Error, kind: CallKind): Failure | undefined {
  const code = codeOf(error)
  if (code === '42501') return kind === 'write' ? readOnly : refused
  if (/timeout exceeded when trying to connect/.test(error.message)) return kind === 'write' ? busy : tooMany
  const byCode = codes.find(([pattern]) => pattern.test(code))?.[1]
  if (isLost(error)) return lost
  if (byCode) return byCode
  // Sentences of the client without a code.
  return /SSL|SASL|SCRAM|password|query_timeout|cannot use a pool/i.test(error.message) ? refused : undefined
}
