/** Why figures would not be what they claim to be; stable, for programs to act on. */
export type EvaluationErrorCode =
  /** The model did not embed the documents. */
  | 'EVALUATION_NOT_EMBEDDED'
  /** A retriever could not answer a query. */
  | 'EVALUATION_RETRIEVER_FAILED'

/** Why an evaluation was given up rather than reporting figures with holes. */
export class EvaluationError extends Error {
  readonly code: EvaluationErrorCode

  constructor(code: EvaluationErrorCode, message: string) {
    super(message)
    this.name = 'EvaluationError'
    this.code = code
  }
}
