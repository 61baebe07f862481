/** Why figures would not be what they claim to be; stable, for programs to act on. */
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
  /** A file is not a tape, or not one of this version. */
  | 'EVALUATION_TAPE_MALFORMED'
  /** There is no run where it was said to be. */
  | 'EVALUATION_RUN_NOT_FOUND'
  /** A file is not a run, or not one of this version. */
  | 'EVALUATION_RUN_MALFORMED'
  /** A run lacks answers, so its figures would have holes. */
  | 'EVALUATION_RUN_INCOMPLETE'

/** Why an evaluation was given up rather than reporting figures with holes. */
export class EvaluationError extends Error {
  readonly code: EvaluationErrorCode

  constructor(code: EvaluationErrorCode, message: string) {
    super(message)
    this.name = 'EvaluationError'
    this.code = code
  }
}
