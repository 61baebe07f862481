/** Stable codes for programs to act on. */
export type FusionErrorCode =
  /** A list repeats an id, a rank or the source of another list, or contains an invalid number. */
  | 'FUSION_INVALID_LIST'
  /** A weight is negative or not finite. */
  | 'FUSION_INVALID_WEIGHT'
  | 'FUSION_INVALID_OPTION'
  /** There is no strategy of this name. */
  | 'FUSION_UNKNOWN_STRATEGY'

const marker = Symbol.for('recallite.FusionError')

/** Lists could not be fused. The caller must correct them, so a retry does not help. */
export class FusionError extends Error {
  readonly code: FusionErrorCode

  constructor(code: FusionErrorCode, message: string) {
    super(message)
    this.name = 'FusionError'
    this.code = code
    Object.defineProperty(this, marker, { value: true })
  }

  /** True for a fusion error, also if another copy of this package created it. */
  static isInstance(value: unknown): value is FusionError {
    return typeof value === 'object' && value !== null && marker in value
  }
}
