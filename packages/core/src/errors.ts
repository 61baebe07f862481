/** Stable codes, for programs to act on. */
export type MemoryErrorCode =
  /** The query is blank. */
  | 'QUERY_EMPTY'
  | 'QUERY_COMMON'
  /** An option is out of range or unknown. */
  | 'OPTION_INVALID'
  /** A store, a model, a reranker or a retriever implements another version of its contract. */
  | 'SPECIFICATION_UNSUPPORTED'
  /** A folder to index does not exist, or is not a folder. */
  | 'FOLDER_NOT_FOUND'
  /** A folder to index is outside the folder that the store is confined to. */
  | 'FOLDER_OUTSIDE'
  /** A folder to index is inside a root, or contains one. */
  | 'ROOT_OVERLAPS'
  /** No root has this name. */
  | 'ROOT_UNKNOWN'
  /** There is no root yet. */
  | 'NO_ROOTS'
  /** A path is absolute, or leads out of its root by `..` or a link. */
  | 'PATH_OUTSIDE_ROOT'
  /** No document has this path. */
  | 'DOCUMENT_UNKNOWN'
  /** Several roots have a document with this path. */
  | 'DOCUMENT_AMBIGUOUS'
  /** A document's file cannot be read. */
  | 'DOCUMENT_UNREADABLE'
  /** A document has no such line or column. */
  | 'SPAN_INVALID'

const marker = Symbol.for('recallite.MemoryError')

/** An error of a memory; the message says what to do next. */
export class MemoryError extends Error {
  readonly code: MemoryErrorCode
  readonly isRetryable = false

  constructor(code: MemoryErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'MemoryError'
    this.code = code
    Object.defineProperty(this, marker, { value: true })
  }

  /** True for a memory error, even if another copy of this package created it. */
  static isInstance(value: unknown): value is MemoryError {
    return typeof value === 'object' && value !== null && marker in value
  }
}

/** The error `OPTION_INVALID`. */
export function invalidOption(message: string): MemoryError {
  return new MemoryError('OPTION_INVALID', message)
}

/** The message of an error, on one line. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(/\s+/gu, ' ').trim()
}
