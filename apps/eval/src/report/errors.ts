/** Why a report was not written; stable, for programs to act on. */
export type ReportErrorCode =
  /** Another file stands where the report should go. */
  'REPORT_FILE_TAKEN'

/** Why a report was not written, and what to do. */
export class ReportError extends Error {
  readonly code: ReportErrorCode

  constructor(code: ReportErrorCode, message: string) {
    super(message)
    this.name = 'ReportError'
    this.code = code
  }
}
