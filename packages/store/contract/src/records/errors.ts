/** Why a record or a request is refused; the caller has to correct it. */
export type RecordInputErrorCode =
  /** The content is empty or white space. */
  | 'RECORD_BLANK'
  /** A text, a list or the context is larger than `recordLimits` allows. */
  | 'RECORD_TOO_LARGE'
  /** The confidence is no number from 0 to 1. */
  | 'RECORD_INVALID_CONFIDENCE'
  /** The context is no JSON object. */
  | 'RECORD_INVALID_CONTEXT'
  /** A time that is none, or that lies outside of the years 0 to 9999. */
  | 'RECORD_INVALID_DATE'
  /** The name of a collection or session, or an id, is blank or has control characters. */
  | 'RECORD_INVALID_NAME'
  /** A field is not known, or its value is of the wrong type. */
  | 'RECORD_INVALID_FIELD'
  /** An option of a function is out of range. */
  | 'RECORD_INVALID_OPTION'
  /** A line of an import is no JSON object. */
  | 'RECORD_INVALID_LINE'
  /** There is no record with this id. */
  | 'RECORD_UNKNOWN'
  /** The record was superseded already. */
  | 'RECORD_SUPERSEDED'
  | 'RECORD_UNKNOWN_SESSION'

/** Why a store of records did not do what it was asked, whatever the record. */
export type RecordStoreErrorCode =
  /** Another writer holds what the write needs. */
  | 'RECORDS_BUSY'
  /** The target of a backup exists. */
  | 'RECORDS_FILE_EXISTS'
  /** The data is damaged, or it is not the data of a store of records. */
  | 'RECORDS_CORRUPT'
  /** The data belongs to another program. */
  | 'RECORDS_FOREIGN'
  /** A newer version wrote the data. */
  | 'RECORDS_TOO_NEW'
  /** The store cannot be opened, read or written. */
  | 'RECORDS_UNAVAILABLE'
  /** A file that the driver writes is a symbolic link. */
  | 'RECORDS_LINK'
  /** There is no space left on the disk. */
  | 'RECORDS_FULL'
  | 'RECORDS_READ_ONLY'

/** The ways in which records fail; stable, for programs to act on. */
export type RecordErrorCode = RecordInputErrorCode | RecordStoreErrorCode

/** What an error may know beside its message. */
export interface RecordErrorDetails {
  readonly cause?: unknown
  /** The field of a record or session that is at fault. */
  readonly field?: string | undefined
  /** The line of an import, from 1. */
  readonly line?: number | undefined
}

const marker = Symbol.for('recallite.RecordError')

/** Why a record was refused, or why a store of records did not do what it was asked. */
export class RecordError extends Error {
  readonly code: RecordErrorCode
  /** The field of a record or session that is at fault; undefined where it is none. */
  readonly field: string | undefined
  /** The line of an import, from 1; undefined elsewhere. */
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

  /** True for a record error of any copy of this package. */
  static isInstance(value: unknown): value is RecordError {
    return typeof value === 'object' && value !== null && marker in value
  }
}
