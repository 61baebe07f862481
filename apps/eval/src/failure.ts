import { exitCodes, type Failure } from '@recallite/command-line'

const usageCodes =
  /^(?:SUITE_.+|FUSION_UNKNOWN_STRATEGY|OPTION_INVALID|EVALUATION_(?:RUN|TAPE)_MALFORMED|EVALUATION_UNKNOWN_BASELINE|SWEEP_.+|REPORT_FILE_TAKEN)$/

/** All our errors, and those of the operating system, carry a code. */
function hasCode(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}

/** What an error with a code means to people; undefined for others. */
export function describeFailure(error: unknown): Failure | undefined {
  if (!hasCode(error)) return undefined
  const { code, message } = error
  return { code, message, exitCode: usageCodes.test(code) ? exitCodes.usage : exitCodes.failed }
}
