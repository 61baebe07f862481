import { CodedError, exitCodes as sharedExitCodes, type Failure } from '@recallite/command-line'

/** Why an evaluation failed. The codes are stable. */
export type EvaluationErrorCode =
  | 'EVALUATION_NOT_EMBEDDED'
  | 'EVALUATION_RETRIEVER_FAILED'
  | 'EVALUATION_RUN_NOT_FOUND'
  | 'EVALUATION_RUN_MALFORMED'
  | 'EVALUATION_RUN_INCOMPLETE'
  | 'REPORT_FILE_TAKEN'
  | 'SUITE_NOT_FOUND'
  | 'SUITE_MALFORMED'
  | 'SUITE_DUPLICATE'
  | 'SUITE_UNKNOWN_ID'
  | 'SUITE_PASSAGE_NOT_FOUND'
  | 'SUITE_PACKAGE_MISSING'
  | 'SUITE_PACKAGE_VERSION'
  | 'SUITE_NAME_TAKEN'
  | 'SUITE_FOLDER_TAKEN'
  | 'SUITE_EMPTY'
  | 'SUITE_SOURCE_TOO_SMALL'

/** A file or folder, or a `line` of it, from 1. */
export interface FilePosition {
  readonly file: string
  readonly line?: number | undefined
  readonly cause?: unknown
}

/** The message begins with the file and line that caused the error, if any. */
export class EvaluationError extends CodedError<EvaluationErrorCode> {
  readonly file: string | undefined
  readonly line: number | undefined

  constructor(code: EvaluationErrorCode, message: string, position: Partial<FilePosition> = {}) {
    const { file, line, cause } = position
    const begin = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}: `
    super(code, `${begin}${message}`, { cause })
    this.file = file
    this.line = line
  }
}

/** The error for a file in the wrong format. */
export function malformed(position: FilePosition, message: string): EvaluationError {
  return new EvaluationError('SUITE_MALFORMED', message, position)
}

/** The exit statuses of the program. They are stable; `belowThreshold` is for `--fail-under`. */
export const exitCodes = { ...sharedExitCodes, belowThreshold: 3 } as const

/** The codes of errors that the user can avoid with other arguments or files. */
const usageCodes =
  /^(?:(?:SUITE|SETTINGS)_|EVALUATION_RUN_|(?:FUSION_UNKNOWN_STRATEGY|OPTION_INVALID|REPORT_FILE_TAKEN)$)/

/** The message and exit status of an error with a code. Undefined for other errors. */
export function describeFailure(error: unknown): Failure | undefined {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return undefined
  const { code, message } = error
  return { code, message, exitCode: usageCodes.test(code) ? exitCodes.usage : exitCodes.failed }
}
