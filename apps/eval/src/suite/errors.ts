/** What is wrong with a suite, its sources, judgements or a TREC run; stable, so that programs can act on it. */
export type SuiteErrorCode =
  | 'SUITE_NOT_FOUND'
  | 'SUITE_MALFORMED'
  | 'SUITE_DUPLICATE'
  | 'SUITE_UNKNOWN_ID'
  | 'SUITE_PASSAGE_NOT_FOUND'
  | 'SUITE_PACKAGE_MISSING'
  | 'SUITE_PACKAGE_VERSION'
  | 'SUITE_AMBIGUOUS_PATH'
  | 'SUITE_NAME_TAKEN'
  | 'SUITE_FOLDER_TAKEN'
  | 'SUITE_EMPTY'
  | 'SUITE_SOURCE_TOO_SMALL'

/** A file or folder, and the line (from 1) unless the whole file is meant. */
export interface SuitePosition {
  readonly file: string
  readonly line?: number | undefined
  readonly cause?: unknown
}

/** A suite, or a file about its queries, cannot be used or written; the message begins with the file and line. */
export class SuiteError extends Error {
  readonly code: SuiteErrorCode
  readonly file: string
  readonly line: number | undefined

  constructor(code: SuiteErrorCode, message: string, { file, line, cause }: SuitePosition) {
    super(`${line === undefined ? file : `${file}:${line}`}: ${message}`, { cause })
    this.name = 'SuiteError'
    this.code = code
    this.file = file
    this.line = line
  }
}

/** The error for a file that is not written as its layout or format demands. */
export function malformed(position: SuitePosition, message: string): SuiteError {
  return new SuiteError('SUITE_MALFORMED', message, position)
}
