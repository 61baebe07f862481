import { UsageError, exitCodes } from './errors.js'
import type { Io } from './process-io.js'
import { printable, renderJsonLine } from './printable.js'

/** A failure as it is told: a stable code, a sentence, and the exit status that goes with it. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly exitCode: number
}

/** How a program names its failures. */
export interface FailureOptions {
  readonly name: string
  readonly whenInterrupted: string
  readonly describeFailure: (error: unknown) => Failure | undefined
}

/** Says what an error means to people: the program's own, ours, or one that nobody expected. */
export function describeError(error: unknown, { whenInterrupted, describeFailure }: FailureOptions): Failure {
  if (error instanceof Error && error.name === 'AbortError') {
    return { code: 'INTERRUPTED', message: whenInterrupted, exitCode: exitCodes.interrupted }
  }
  if (error instanceof UsageError) {
    return { code: error.code, message: error.message, exitCode: exitCodes.usage }
  }
  const failure = describeFailure(error)
  if (failure) return failure
  const failed = describeDiskFailure(error)
  if (failed) return failed
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { code: 'UNEXPECTED', message, exitCode: exitCodes.failed }
}

const diskFailures: Readonly<Record<string, Pick<Failure, 'code' | 'message'>>> = {
  ENOSPC: { code: 'DISK_FULL', message: 'The disk is full. Make room and run the same command again' },
  EDQUOT: {
    code: 'DISK_FULL',
    message: 'Your share of the disk is used up. Make room and run the same command again',
  },
  EROFS: {
    code: 'DISK_FAILED',
    message: 'The disk can only be read. Make it writable, or name another place',
  },
  EIO: { code: 'DISK_FAILED', message: 'The disk failed. Check it and run the same command again' },
}

function describeDiskFailure(error: unknown): Failure | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const failure = diskFailures[String(error.code)]
  return (
    failure && { ...failure, message: `${failure.message}. (${error.message})`, exitCode: exitCodes.failed }
  )
}

/** Tells what went wrong, for a person or as JSON, and returns the exit status. */
export function tellFailure(
  { code, message, exitCode }: Failure,
  { name, asJson }: { name: string; asJson: boolean },
  io: Io,
): number {
  if (asJson) io.talk(`${renderJsonLine({ error: { code, message } })}\n`)
  else io.talk(`${name}: ${printable(message, { keepLines: true })} (${code})\n`)
  return exitCode
}
