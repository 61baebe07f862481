import { StoreError, type StoreErrorCode } from '@recallite/store'
import type { Address } from './address.js'

export type CallKind = 'read' | 'write'

/**
 * Converts an error of the client, the network or the server to a `StoreError` without the password; returns other errors unchanged.
 * The original error is not its cause, because it might contain the password.
 */
export function toStoreError(error: unknown, { displayUrl, secrets }: Address, kind: CallKind): unknown {
  if (StoreError.isInstance(error) || !(error instanceof Error)) return error
  const failure = failureOf(error, kind)
  if (!failure) return error
  const [code, sentence] = failure
  const message = `${sentence.replace('URL', () => displayUrl)} (${withoutSecrets(describe(error), secrets)})`
  return new StoreError(code, message, temporary.has(failure) ? { isRetryable: true } : {})
}

/** Whether the connection broke: the same statement may succeed on another connection. */
export function isLost(error: unknown): boolean {
  const system = /^E(CONNRESET|PIPE|TIMEDOUT|CONNREFUSED|NOTFOUND|HOSTUNREACH|NETUNREACH|NOENT|AI_AGAIN)$/
  if (/^(08|57P0[1-3])/.test(codeOf(error)) || system.test(codeOf(error))) return true
  return (
    error instanceof Error &&
    /connection (terminated|ended|error)|client has encountered/i.test(error.message)
  )
}

/** Whether another host of the address may accept the connection that this one refused. */
export const isOfHost = (error: unknown): boolean =>
  StoreError.isInstance(error) || isLost(error) || codeOf(error) === '53300'

/** Whether the transaction was rolled back because of a concurrent one, and can be repeated. */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))

/** The SQLSTATE of an error of the server, or the code of a system error; '' without one. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((clean, secret) => clean.replaceAll(secret, '***'), text)
}

/** The error of several connection attempts has no message. */
function describe(error: Error): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map((one) => (one instanceof Error ? one.message : String(one))).join('; ')
  }
  return error.message
}

/** The sentence contains `URL` for the address. */
type Failure = readonly [code: StoreErrorCode, sentence: string]

const lost: Failure = [
  'STORE_UNAVAILABLE',
  'URL does not respond or closed the connection. No partial write was stored; try again.',
]
const busy: Failure = ['STORE_BUSY', 'Another connection blocks this write to URL. Try again in a moment.']
const tooMany: Failure = [
  'STORE_UNAVAILABLE',
  'URL has no free connection. Try again in a moment, or allow more connections.',
]
const readOnly: Failure = [
  'STORE_READ_ONLY',
  'URL is read-only: it is a replica, or this user has no write permission.',
]
const refused: Failure = [
  'STORE_UNAVAILABLE',
  'URL refused the connection. Check the user, its password (PGPASSWORD, or ~/.pgpass with mode 0600) and the certificate.',
]
const full: Failure = [
  'STORE_FULL',
  'The disk of URL is full. Free disk space there; earlier writes are stored.',
]
const slow: Failure = ['STORE_UNAVAILABLE', 'URL exceeded the time limit of a statement.']
const damaged: Failure = ['STORE_CORRUPT', 'The tables of the store in URL are missing, changed or damaged.']
const invalid: Failure = [
  'STORE_INVALID_DOCUMENT',
  'The documents break the rules of a store: chunk ids must be unique, and lines, tokens and times must be whole numbers. Nothing was written.',
]
const unusable: Failure = ['STORE_UNAVAILABLE', 'URL reported an error.']

const temporary: ReadonlySet<Failure> = new Set([lost, tooMany, slow, busy])

/** The first matching pattern applies. */
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
  // Errors of the client without a code.
  return /SSL|SASL|SCRAM|password|query_timeout|cannot use a pool/i.test(error.message) ? refused : undefined
}
