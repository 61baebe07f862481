/** Codes of errors that the caller must correct. */
export type RecordInputErrorCode =
  /** The content is empty or white space. */
  | 'RECORD_BLANK'
  /** A text, a list or the context exceeds `recordLimits`. */
  | 'RECORD_TOO_LARGE'
  /** The confidence is not a number from 0 to 1. */
  | 'RECORD_INVALID_CONFIDENCE'
  /** The context is not a JSON object. */
  | 'RECORD_INVALID_CONTEXT'
  /** A time is invalid, or outside of the years 0 to 9999. */
  | 'RECORD_INVALID_DATE'
  /** The name of a collection or session, or an id, is blank or has control characters. */
  | 'RECORD_INVALID_NAME'
  /** A field is unknown, or its value has the wrong type. */
  | 'RECORD_INVALID_FIELD'
  /** An option of a function is out of range. */
  | 'RECORD_INVALID_OPTION'
  /** A line of an import is not a JSON object. */
  | 'RECORD_INVALID_LINE'
  /** A file of a record is a link, too large, misnamed or not JSON, or has another content than its record. */
  | 'RECORD_INVALID_FILE'
  /** There is no record with this id. */
  | 'RECORD_UNKNOWN'
  /** The record was superseded already. */
  | 'RECORD_SUPERSEDED'
  | 'RECORD_UNKNOWN_SESSION'

/** Codes of errors of a store of records. */
export type RecordStoreErrorCode =
  /** Another writer blocks the write. */
  | 'RECORDS_BUSY'
  /** The target of a backup exists. */
  | 'RECORDS_FILE_EXISTS'
  /** The data is damaged. */
  | 'RECORDS_CORRUPT'
  /** Another program created the data, which is not changed. */
  | 'RECORDS_FOREIGN'
  /** A newer version wrote the data. */
  | 'RECORDS_TOO_NEW'
  /** The store cannot be opened, read or written. */
  | 'RECORDS_UNAVAILABLE'
  /** A file that the driver writes is a symbolic link. */
  | 'RECORDS_LINK'
  /** The disk is full. */
  | 'RECORDS_FULL'
  | 'RECORDS_READ_ONLY'

/** The codes of record errors; stable. */
export type RecordErrorCode = RecordInputErrorCode | RecordStoreErrorCode

/** Details of a record error. */
export interface RecordErrorDetails {
  readonly cause?: unknown
  /** The invalid field of a record or session. */
  readonly field?: string | undefined
  /** The line of an import, from 1. */
  readonly line?: number | undefined
}

const marker = Symbol.for('recallite.RecordError')

/** The error for an invalid record, or of a store of records. */
export class RecordError extends Error {
  readonly code: RecordErrorCode
  readonly field: string | undefined
  readonly line: number | undefined

  constructor(code: RecordErrorCode, message: string, { cause, field, line }: RecordErrorDetails = {}) {
    super(message, { cause })
    this.name = 'RecordError'
    this.code = code
    this.field = field
    this.line = line
    Object.defineProperty(this, marker, { value: true })
  }

  /** Whether the same call may succeed later. */
  get isRetryable(): boolean {
    return this.code === 'RECORDS_BUSY'
  }

  /** True also for an error of another copy of this package. */
  static isInstance(value: unknown): value is RecordError {
    return typeof value === 'object' && value !== null && marker in value
  }
}
