/** The ways a store fails; stable, for programs to act on. */
export type StoreErrorCode =
  /** Another process is writing. */
  | 'STORE_BUSY'
  /** Another holds the lock that those who index take. */
  | 'STORE_LOCKED'
  /** There is something where a copy was to be written. */
  | 'STORE_FILE_EXISTS'
  /** The file is not a database, or a damaged one. */
  | 'STORE_CORRUPT'
  /** The file is a database of another program. */
  | 'STORE_FOREIGN'
  /** A newer program wrote this database. */
  | 'STORE_TOO_NEW'
  /** An older program wrote this database, and it is opened only to be read, so that it cannot be brought up to date. */
  | 'STORE_TOO_OLD'
  /** The database cannot be opened, read or written where it is. */
  | 'STORE_UNAVAILABLE'
  /** A link stands where a file of the database is, or is to be. */
  | 'STORE_LINK'
  /** The disk is full. */
  | 'STORE_FULL'
  | 'STORE_READ_ONLY'
  | 'STORE_INVALID_VECTOR'
  /** A document, as handed over, breaks the contract: e.g. two chunks with one id. */
  | 'STORE_INVALID_DOCUMENT'
  /** A keyword query is nested too deeply, or a filter has too many conditions. */
  | 'STORE_INVALID_QUERY'
  /** Vector search does not work here. */
  | 'STORE_NO_VECTOR_SEARCH'
  | 'STORE_UNKNOWN_ROOT'
  /** A root lies outside of the folder that the store is confined to. */
  | 'STORE_OUTSIDE'
  | 'STORE_UNKNOWN_SPACE'

const marker = Symbol.for('recallite.StoreError')

/** Why a store did not do what it was asked. */
export class StoreError extends Error {
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'StoreError'
    this.code = code
    Object.defineProperty(this, marker, { value: true })
  }

  /** Whether the same call may succeed later. */
  get isRetryable(): boolean {
    return this.code === 'STORE_BUSY' || this.code === 'STORE_LOCKED'
  }

  /** True for a store error of any copy of this package. */
  static isInstance(value: unknown): value is StoreError {
    return typeof value === 'object' && value !== null && marker in value
  }
}
