/** What is wrong with a suite, its sources, judgements or a TREC run. Stable, so that programs can act on it. */
export type SuiteErrorCode =
  /** A suite, a folder of documents, or a file of judgements or of a run does not exist. */
  | 'SUITE_NOT_FOUND'
  /** A file is not written as its layout or format demands. */
  | 'SUITE_MALFORMED'
  /** An id, a query, a judgement or a ranked document occurs twice. */
  | 'SUITE_DUPLICATE'
  /** A judgement or an answer names a query or a document that the suite does not have. */
  | 'SUITE_UNKNOWN_ID'
  /** A document does not have the lines or the text that a query names as its answer. */
  | 'SUITE_PASSAGE_NOT_FOUND'
  /** A package whose documents a suite asks about is not installed. */
  | 'SUITE_PACKAGE_MISSING'
  /** Such a package is installed in another version. */
  | 'SUITE_PACKAGE_VERSION'
  /** A path fits several files of the corpus. */
  | 'SUITE_AMBIGUOUS_PATH'
  /** Two suites of one run have the same name. */
  | 'SUITE_NAME_TAKEN'
  /** The target folder is not empty, or it is inside the documents that the suite is made of. */
  | 'SUITE_FOLDER_TAKEN'
  /** A suite has no query with a text, or there are no judgements. */
  | 'SUITE_EMPTY'
  /** No file of a folder gives a question to make a suite of. */
  | 'SUITE_SOURCE_TOO_SMALL'

/** A file or folder, and the line (from 1) unless the whole file is meant. */
export interface SuitePlace {
  readonly file: string
  readonly line?: number | undefined
}

/** A suite, or a file about its queries, cannot be used or written. The message begins with the place. */
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

/** The error for a file that is not written as its layout or format demands. */
export function malformed(place: SuitePlace & { cause?: unknown }, message: string): SuiteError {
  return new SuiteError('SUITE_MALFORMED', message, place)
}
