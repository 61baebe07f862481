/** The codes of store errors; stable. */
export type StoreErrorCode =
  /** Another writer, on this computer or another one, blocks the write. */
  | 'STORE_BUSY'
  /** Another process holds the lock of `Maintenance.lock`. */
  | 'STORE_LOCKED'
  /** The target of a backup exists. */
  | 'STORE_FILE_EXISTS'
  /** The data is damaged. */
  | 'STORE_CORRUPT'
  /** Another program created the data or the lock file (`FILE.lock`), which is not changed. */
  | 'STORE_FOREIGN'
  /** A newer version wrote the data. */
  | 'STORE_TOO_NEW'
  /** An older version wrote the data, which a store that is opened read-only cannot migrate. */
  | 'STORE_TOO_OLD'
  /** The store cannot be opened, read or written. */
  | 'STORE_UNAVAILABLE'
  /** A file that the driver writes is a symbolic link. */
  | 'STORE_LINK'
  /** The disk is full. */
  | 'STORE_FULL'
  | 'STORE_READ_ONLY'
  /** A vector has the wrong length, is not finite or is all zero. */
  | 'STORE_INVALID_VECTOR'
  /** A document or root breaks the contract, for example with a duplicate chunk id. */
  | 'STORE_INVALID_DOCUMENT'
  /** A keyword query is nested too deeply, or a filter has too many conditions. */
  | 'STORE_INVALID_QUERY'
  /** Vector search does not work here. */
  | 'STORE_NO_VECTOR_SEARCH'
  | 'STORE_UNKNOWN_ROOT'
  /** Another root has this name or path. */
  | 'STORE_ROOT_EXISTS'
  /** A root is outside of the folder that the store is confined to. */
  | 'STORE_OUTSIDE'
  | 'STORE_UNKNOWN_SPACE'
  /** The store does not have the capability that the call needs. */
  | 'STORE_UNSUPPORTED'

const retryable: ReadonlySet<StoreErrorCode> = new Set<StoreErrorCode>(['STORE_BUSY', 'STORE_LOCKED'])

const marker = Symbol.for('recallite.StoreError')

/** The only error that stores reject with. */
export class StoreError extends Error {
  readonly code: StoreErrorCode
  /** Whether the same call may succeed later. */
  readonly isRetryable: boolean

  /** @param options `isRetryable`: by default true only for `STORE_BUSY` and `STORE_LOCKED` */
  constructor(
    code: StoreErrorCode,
    message: string,
    options: { cause?: unknown; isRetryable?: boolean | undefined } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : {})
    this.name = 'StoreError'
    this.code = code
    this.isRetryable = options.isRetryable ?? retryable.has(code)
    Object.defineProperty(this, marker, { value: true })
  }

  /** True also for an error of another copy of this package. */
  static isInstance(value: unknown): value is StoreError {
    return typeof value === 'object' && value !== null && marker in value
  }
}
