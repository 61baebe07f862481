import { StoreError, type StoreErrorCode } from '@recallite/store'
import type { Address } from './address.js'

export type CallKind = 'read' | 'write'

/**
 * Converts an error of the client, the network or the server to a `StoreError` without the password; returns other errors unchanged.
 * The original error is not its cause, because it might contain the password.
 */
export function toStoreError(error: unknown, { displayUrl, secrets }: Address, kind: CallKind): unknown {
  if (StoreError.isInstance(error) || !(error instanceof Error)) return error
  const failure = failures.find(([pattern]) => pattern.test(`${codeOf(error)} ${kind} ${error.message}`))
  if (!failure) return error
  const [, code, sentence, isRetryable] = failure
  const detail = secrets.reduce((clean, secret) => clean.replaceAll(secret, '***'), describe(error))
  return new StoreError(code, `${sentence.replace('URL', () => displayUrl)} (${detail})`, { isRetryable })
}

/** Whether the connection broke: the same statement may succeed on another connection. */
export const isLost = (error: unknown): boolean =>
  error instanceof Error && lost.test(`${codeOf(error)} ${error.message}`)

/** Whether another host of the address may accept the connection that this one refused. */
export const isOfHost = (error: unknown): boolean =>
  StoreError.isInstance(error) || isLost(error) || codeOf(error) === '53300'

/** Whether the transaction was rolled back because of a concurrent one, and can be repeated. */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))

/** The SQLSTATE of an error of the server, or the code of a system error; '' without one. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** The error of several connection attempts has no message. */
function describe(error: Error): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map((one) => (one instanceof Error ? one.message : String(one))).join('; ')
  }
  return error.message
}

const lost =
  /^(?:08|57P0[1-3]|E(?:CONNRESET|PIPE|TIMEDOUT|CONNREFUSED|NOTFOUND|HOSTUNREACH|NETUNREACH|NOENT|AI_AGAIN) )|connection (?:terminated|ended|error)|client has encountered/i

/** The sentence contains `URL` for the address. */
type Failure = readonly [pattern: RegExp, code: StoreErrorCode, sentence: string, isRetryable?: true]

/** The first pattern applies that matches the code, the kind of the call and the message. */
const failures: readonly Failure[] = [
  [
    lost,
    'STORE_UNAVAILABLE',
    'URL does not respond or closed the connection. No partial write was stored; try again.',
    true,
  ],
  [
    /write timeout exceeded when trying to connect|^(?:55P03|40001|40P01|55006) /,
    'STORE_BUSY',
    'Another connection blocks this write to URL. Try again in a moment.',
    true,
  ],
  [
    /timeout exceeded when trying to connect|^(?:53300|RCL01) /,
    'STORE_UNAVAILABLE',
    'URL has no free connection. Try again in a moment, or allow more connections.',
    true,
  ],
  [
    /^(?:25006|42501 write) /,
    'STORE_READ_ONLY',
    'URL is read-only: it is a replica, or this user has no write permission.',
  ],
  [
    /^(?:53100|58030) /,
    'STORE_FULL',
    'The disk of URL is full. Free disk space there; earlier writes are stored.',
  ],
  [/^57014 /, 'STORE_UNAVAILABLE', 'URL exceeded the time limit of a statement.', true],
  [
    /^(?:XX00[12]|42P01|42703|3F000|42883) /,
    'STORE_CORRUPT',
    'The tables of the store in URL are missing, changed or damaged.',
  ],
  [
    /^(?:23|22003|22P02|54000)/,
    'STORE_INVALID_DOCUMENT',
    'The documents break the rules of a store: chunk ids must be unique, and lines, tokens and times must be whole numbers. Nothing was written.',
  ],
  [/^(?!28|3D000|42501)[0-9A-Z]{5} /, 'STORE_UNAVAILABLE', 'URL reported an error.'],
  [
    /^(?:28|3D000|42501|SELF_SIGNED|CERT_|DEPTH_ZERO|UNABLE_TO|ERR_TLS|ERR_SSL)|SSL|SASL|SCRAM|password|query_timeout|cannot use a pool/i,
    'STORE_UNAVAILABLE',
    'URL refused the connection. Check the user, its password (PGPASSWORD, or ~/.pgpass with mode 0600) and the certificate.',
  ],
]
