/** Stable codes for programs to act on. No text makes the chunker fail. */
export type ChunkerErrorCode = 'CHUNK_INVALID_OPTIONS'

const marker = Symbol.for('recallite.ChunkerError')

/** The chunker was called with invalid options; the message says how to correct them. */
export class ChunkerError extends Error {
  readonly code: ChunkerErrorCode

  constructor(code: ChunkerErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'ChunkerError'
    this.code = code
    Object.defineProperty(this, marker, { value: true })
  }

  /** True for a chunker error, also if another copy of this package created it. */
  static isInstance(value: unknown): value is ChunkerError {
    return typeof value === 'object' && value !== null && marker in value
  }
}
