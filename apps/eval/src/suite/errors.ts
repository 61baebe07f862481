/** What is wrong with a suite; stable, for programs to act on. */
export type SuiteErrorCode =
  /** There is no suite where it was said to be, or a file of it is missing. */
  | 'SUITE_NOT_FOUND'
  /** A file is not written as its layout demands. */
  | 'SUITE_MALFORMED'
  /** An id or a judgement stands twice. */
  | 'SUITE_DUPLICATE'
  /** A judgement names a query or a document that the suite does not have. */
  | 'SUITE_UNKNOWN_ID'
  /** An answer is said to stand where its document has nothing of the kind. */
  | 'SUITE_PASSAGE_NOT_FOUND'
  /** A path fits several files of the corpus. */
  | 'SUITE_AMBIGUOUS_PATH'
  /** Two suites of one run have the same name. */
  | 'SUITE_NAME_TAKEN'
  /** Something is already where files should be written. */
  | 'SUITE_FOLDER_TAKEN'

/** Where something is wrong. */
export interface SuitePlace {
  readonly file: string
  /** From 1; undefined where it is the whole file. */
  readonly line?: number | undefined
}

/** Why a suite cannot be used; the message begins with the place and says what to do. */
export class SuiteError extends Error {
  readonly code: SuiteErrorCode
  readonly file: string
  readonly line: number | undefined

  constructor(
    code: SuiteErrorCode,
    message: string,
    { file, line, cause }: SuitePlace & { cause?: unknown },
  ) {
    super(`${line === undefined ? file : `${file}:${line}`}: ${message}`, { cause })
    this.name = 'SuiteError'
    this.code = code
    this.file = file
    this.line = line
  }
}
