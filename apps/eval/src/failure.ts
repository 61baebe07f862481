import { exitCodes, type Failure } from '@recallite/command-line'

/** Failures that other words on the command line, or another file there, would mend. */
const usageCodes = [
  /^SUITE_/,
  /^SWEEP_/,
  /^FUSION_UNKNOWN_STRATEGY$/,
  /^OPTION_INVALID$/,
  /^EVALUATION_(?:RUN|TAPE)_/,
  /^EVALUATION_(?:UNKNOWN_BASELINE|NOT_ON_TAPE)$/,
  /^LAST_SEARCH_/,
  /^REPORT_FILE_TAKEN$/,
]

/** All our errors, and those of the operating system, carry a code. */
function hasCode(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}

/** What an error with a code means to people; undefined for others. */
export function describeFailure(error: unknown): Failure | undefined {
  if (!hasCode(error)) return undefined
  const { code, message } = error
  const isUsage = usageCodes.some((pattern) => pattern.test(code))
  return { code, message, exitCode: isUsage ? exitCodes.usage : exitCodes.failed }
}
