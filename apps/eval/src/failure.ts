import { exitCodes } from './exit-codes.js'
import type { Io } from './io.js'
import { printable } from './render/printable.js'

/** A failure as it is told: a stable code, a sentence, and the exit status that goes with it. */
interface Failure {
  readonly code: string
  readonly message: string
  readonly exitCode: number
}

const usageCodes = /^(?:USAGE|SUITE_.+|FUSION_UNKNOWN_STRATEGY|OPTION_INVALID)$/

/** All our errors, and those of the operating system, carry a code. */
function hasCode(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}

function describe(error: unknown): Failure {
  if (error instanceof Error && error.name === 'AbortError') {
    const message = 'Stopped. With --work, what was embedded stays for the next run.'
    return { code: 'INTERRUPTED', message, exitCode: exitCodes.interrupted }
  }
  if (hasCode(error)) {
    const { code, message } = error
    return { code, message, exitCode: usageCodes.test(code) ? exitCodes.usage : exitCodes.failed }
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { code: 'UNEXPECTED', message, exitCode: exitCodes.failed }
}

/** Tells what went wrong, for a person or as JSON, and returns the exit status. */
export function tellFailure(error: unknown, io: Io, asJson: boolean): number {
  const { code, message, exitCode } = describe(error)
  if (asJson) io.talk(`${JSON.stringify({ error: { code, message } })}\n`)
  else io.talk(`recallite-eval: ${printable(message)} (${code})\n`)
  return exitCode
}
