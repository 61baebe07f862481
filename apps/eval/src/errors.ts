import { exitCodes as sharedExitCodes, type Failure } from '@recallite/command-line'

/** Why an evaluation failed. Codes are stable, so that programs can act on them. */
export type EvaluationErrorCode =
  /** The model did not embed the documents. */
  | 'EVALUATION_NOT_EMBEDDED'
  /** A retriever could not answer a query. */
  | 'EVALUATION_RETRIEVER_FAILED'
  /** The strategy that the others should be compared with is not in the run. */
  | 'EVALUATION_UNKNOWN_BASELINE'
  /** A tape lacks a text, and there is no model to record it with. */
  | 'EVALUATION_NOT_ON_TAPE'
  /** A tape was recorded with another model. */
  | 'EVALUATION_TAPE_OF_OTHER_MODEL'
  /** A file is not a tape, or it is a tape of another version. */
  | 'EVALUATION_TAPE_MALFORMED'
  /** The named file of a run does not exist. */
  | 'EVALUATION_RUN_NOT_FOUND'
  /** A file is not a run, or it is a run of another version. */
  | 'EVALUATION_RUN_MALFORMED'
  /** A run lacks answers, so its means would be wrong. */
  | 'EVALUATION_RUN_INCOMPLETE'
  /** The file that a report should be written to exists and is not a report. */
  | 'REPORT_FILE_TAKEN'
  /** A sweep has fewer queries than folds. */
  | 'SWEEP_TOO_FEW_QUERIES'
  /** The number of folds is not a whole number from 2. */
  | 'SWEEP_FOLDS_INVALID'
  /** A sweep's settings were not scored on the same queries. */
  | 'SWEEP_SCORES_MISALIGNED'

/** An evaluation failed; the message says why and what to do. */
export class EvaluationError extends Error {
  readonly code: EvaluationErrorCode

  constructor(code: EvaluationErrorCode, message: string) {
    super(message)
    this.name = 'EvaluationError'
    this.code = code
  }
}

/** The exit statuses of the program. They are stable. */
export const exitCodes = {
  ...sharedExitCodes,
  /** The command succeeded, but a mean is below the threshold that `--fail-under` sets. */
  belowThreshold: 3,
} as const

/** Codes of failures that other arguments or other files would prevent. */
const usageCodes = [
  /^SUITE_/,
  /^SWEEP_/,
  /^FUSION_UNKNOWN_STRATEGY$/,
  /^OPTION_INVALID$/,
  /^EVALUATION_(?:RUN|TAPE)_/,
  /^EVALUATION_(?:UNKNOWN_BASELINE|NOT_ON_TAPE)$/,
  /^LAST_SEARCH_/,
  /^REPORT_FILE_TAKEN$/,
]

/** The message and the exit status for an error that carries a code; undefined for other errors. */
export function describeFailure(error: unknown): Failure | undefined {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return undefined
  const { code, message } = error
  const isUsage = usageCodes.some((pattern) => pattern.test(code))
  return { code, message, exitCode: isUsage ? exitCodes.usage : exitCodes.failed }
}
