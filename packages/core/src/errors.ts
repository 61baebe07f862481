/** The ways a call is refused; stable, for programs to act on. */
export type MemoryErrorCode =
  /** The query is blank. */
  | 'QUERY_EMPTY'
  /** An option is out of range or unknown. */
  | 'OPTION_INVALID'
  /** A store, a model, a reranker or a retriever implements another version of its contract. */
  | 'SPECIFICATION_UNSUPPORTED'
  /** A folder to index is not there, or is not a folder. */
  | 'FOLDER_NOT_FOUND'
  /** A folder to index lies outside of the one that the store is confined to. */
  | 'FOLDER_OUTSIDE'
  /** A folder to index lies inside a root, or around one. */
  | 'ROOT_OVERLAPS'
  /** No root has that name. */
  | 'ROOT_UNKNOWN'
  /** There is no root to work on yet. */
  | 'NO_ROOTS'
  /** A path is absolute, climbs out of its root, or leads out of it by a link. */
  | 'PATH_OUTSIDE_ROOT'
  /** The index has no document of that path. */
  | 'DOCUMENT_UNKNOWN'
  /** Several roots have a document of that path. */
  | 'DOCUMENT_AMBIGUOUS'
  /** A document's file cannot be read any more. */
  | 'DOCUMENT_UNREADABLE'
  /** A document has no such line or column. */
  | 'SPAN_INVALID'

const marker = Symbol.for('recallite.MemoryError')

/** Why a memory did not do what it was asked; the message says what to do next. */
export class MemoryError extends Error {
  readonly code: MemoryErrorCode
  readonly isRetryable = false

  constructor(code: MemoryErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'MemoryError'
    this.code = code
    Object.defineProperty(this, marker, { value: true })
  }

  /** True for a memory error of any copy of this package. */
  static isInstance(value: unknown): value is MemoryError {
    return typeof value === 'object' && value !== null && marker in value
  }
}

/** The error `OPTION_INVALID`. */
export function invalidOption(message: string): MemoryError {
  return new MemoryError('OPTION_INVALID', message)
}

/** What an error says, on one line. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(/\s+/gu, ' ').trim()
}
