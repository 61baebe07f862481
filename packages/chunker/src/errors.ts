/** The ways the chunker fails; stable, for programs to act on. Text itself never makes it fail. */
export type ChunkerErrorCode =
  /** An option is out of its range. */
  'CHUNK_INVALID_OPTIONS'

const marker = Symbol.for('recallite.ChunkerError')

/** Why the chunker did not do what it was asked; the message says what to do. */
export class ChunkerError extends Error {
  readonly code: ChunkerErrorCode

  constructor(code: ChunkerErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'ChunkerError'
    this.code = code
    Object.defineProperty(this, marker, { value: true })
  }

  /** True for a chunker error of any copy of this package. */
  static isInstance(value: unknown): value is ChunkerError {
    return typeof value === 'object' && value !== null && marker in value
  }
}
