/**
 * What is wrong with a suite, with what one is to be made of, or with what others know of its queries: judgements and
 * runs as TREC has them. Stable, for programs to act on.
 */
export type SuiteErrorCode =
  /** There is no suite, no folder of documents, or no file of judgements or of a run where it was said to be. */
  | 'SUITE_NOT_FOUND'
  /** A file is not written as its layout or format demands. */
  | 'SUITE_MALFORMED'
  /** An id, a query, a judgement or a ranked document stands twice. */
  | 'SUITE_DUPLICATE'
  /** A judgement or an answer names a query or a document that the suite does not have. */
  | 'SUITE_UNKNOWN_ID'
  /** An answer is said to stand where its document has nothing of the kind. */
  | 'SUITE_PASSAGE_NOT_FOUND'
  /** A package whose documents a suite asks about is not installed. */
  | 'SUITE_PACKAGE_MISSING'
  /** It is installed in another version than the suite is about. */
  | 'SUITE_PACKAGE_VERSION'
  /** A path fits several files of the corpus. */
  | 'SUITE_AMBIGUOUS_PATH'
  /** Two suites of one run have the same name. */
  | 'SUITE_NAME_TAKEN'
  /** Something is already where a suite or exported files should be written, or a suite would stand among its documents. */
  | 'SUITE_FOLDER_TAKEN'
  /** A suite has no query that asks something, or there are no judgements. */
  | 'SUITE_EMPTY'
  /** No file of a folder gives a question to make a suite of. */
  | 'SUITE_SOURCE_TOO_SMALL'

/** Where something is wrong. */
export interface SuitePlace {
  /** Or a folder. */
  readonly file: string
  /** From 1; undefined where it is the whole file. */
  readonly line?: number | undefined
}

/** Why a suite, or a file about its queries, cannot be used or written; the message begins with the place and says what to do. */
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
