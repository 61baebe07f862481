/** Why no suite is made of a folder; stable, for programs to act on. */
export type MakeSuiteErrorCode =
  /** There is no such folder. */
  | 'SUITE_SOURCE_NOT_FOUND'
  /** No file in it gives a question. */
  | 'SUITE_SOURCE_TOO_SMALL'

/** Why no suite is made of a folder; the message says what to do. */
export class MakeSuiteError extends Error {
  readonly code: MakeSuiteErrorCode

  constructor(code: MakeSuiteErrorCode, message: string) {
    super(message)
    this.name = 'MakeSuiteError'
    this.code = code
  }
}
