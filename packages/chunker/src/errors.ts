const marker = Symbol.for('recallite.ChunkerError')

/** The chunker was called with invalid options; the message says how to correct them. No text makes the chunker fail. */
export class ChunkerError extends Error {
  /** Stable, for programs to act on. */
  readonly code = 'CHUNK_INVALID_OPTIONS'

  constructor(message: string) {
    super(message)
    this.name = 'ChunkerError'
    Object.defineProperty(this, marker, { value: true })
  }

  /** True for a chunker error, also if another copy of this package created it. */
  static isInstance(value: unknown): value is ChunkerError {
    return typeof value === 'object' && value !== null && marker in value
  }
}
