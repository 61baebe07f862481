/** The ways fusion fails; stable, for programs to act on. */
export type FusionErrorCode =
  /** A list repeats an id, a rank or another list's source, or holds a number that is none. */
  | 'FUSION_INVALID_LIST'
  /** A weight is negative or not finite. */
  | 'FUSION_INVALID_WEIGHT'
  | 'FUSION_INVALID_OPTION'
  /** No strategy of that name. */
  | 'FUSION_UNKNOWN_STRATEGY'

const marker = Symbol.for('recallite.FusionError')

/** Why lists could not be fused; always the caller's to mend, so never worth a retry. */
export class FusionError extends Error {
  readonly code: FusionErrorCode

  constructor(code: FusionErrorCode, message: string) {
    super(message)
    this.name = 'FusionError'
    this.code = code
    Object.defineProperty(this, marker, { value: true })
  }

  /** True for a fusion error of any copy of this package. */
  static isInstance(value: unknown): value is FusionError {
    return typeof value === 'object' && value !== null && marker in value
  }
}
