/** Why settings cannot be compared; stable, for programs to act on. */
export type SweepErrorCode =
  /** There are fewer queries than folds. */
  | 'SWEEP_TOO_FEW_QUERIES'
  /** Folds must be a whole number from 2. */
  | 'SWEEP_FOLDS_INVALID'
  /** The settings were not scored on the same queries. */
  | 'SWEEP_SCORES_MISALIGNED'

/** Why a sweep's settings cannot be compared. */
export class SweepError extends Error {
  readonly code: SweepErrorCode

  constructor(code: SweepErrorCode, message: string) {
    super(message)
    this.name = 'SweepError'
    this.code = code
  }
}
