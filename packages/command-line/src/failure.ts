import { printable } from '@recallite/keyword/invisible'
import { UsageError, exitCodes } from './errors.js'
import type { Io } from './process-io.js'
import { renderJsonLine } from './printable.js'

/** A failure as it is printed: a stable code, a sentence, and the exit status. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly exitCode: number
}

/** How a program describes its failures. */
export interface FailureOptions {
  readonly name: string
  /** The message after Ctrl-C: what happened, and what to do next. */
  readonly whenInterrupted: string
  /** Describes the program's own errors; undefined for others. */
  readonly describeFailure: (error: unknown) => Failure | undefined | Promise<Failure | undefined>
}

/** Describes an error: an interruption, the program's own, a disk error, or an unexpected one with its stack. */
export async function describeError(
  error: unknown,
  { whenInterrupted, describeFailure }: FailureOptions,
): Promise<Failure> {
  if (error instanceof Error && error.name === 'AbortError') {
    return { code: 'INTERRUPTED', message: whenInterrupted, exitCode: exitCodes.interrupted }
  }
  if (error instanceof UsageError) {
    return { code: error.code, message: error.message, exitCode: exitCodes.usage }
  }
  const exitCode = exitCodes.failed
  if (isOfSystem(error)) return { ...describeRefusal(error), exitCode }
  const failure = await describeFailure(error)
  if (failure) return failure
  if (!(error instanceof Error)) return { code: 'UNEXPECTED', message: String(error), exitCode }
  return { code: 'UNEXPECTED', message: error.stack ?? error.message, exitCode }
}

/** Whether an error has a code such as `ENOENT`. Node's own codes and ours contain an underscore. */
const isOfSystem = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && /^E[A-Z\d]+$/u.test(String(error.code))

/** Describes an error of the operating system, whose message has the system's code, the operation and the path. */
function describeRefusal({ code: name = '', message }: NodeJS.ErrnoException) {
  const [code, sentence] = refusals[name] ?? ['SYSTEM_REFUSED', 'The system refused this. Check the path']
  return { code, message: `${sentence}. (${message})` }
}

const notPermitted = ['NOT_PERMITTED', 'This user lacks permission. Change the permissions'] as const
const inTheWay = ['IN_THE_WAY', 'A file exists where a folder is needed. Move it away'] as const

const tooManyFiles = ['TOO_MANY_FILES', 'Too many files are open. Run: ulimit -n 4096'] as const

const refusals: Readonly<Record<string, readonly [code: string, sentence: string]>> = {
  EACCES: notPermitted,
  EPERM: notPermitted,
  ENOTDIR: inTheWay,
  EEXIST: inTheWay,
  EISDIR: ['IN_THE_WAY', 'A folder exists where a file is needed. Use another path'],
  ENOENT: ['PATH_MISSING', 'A file, folder or socket does not exist. Check its path'],
  ENAMETOOLONG: ['PATH_INVALID', 'A name or path is too long for this system. Use a shorter one'],
  ELOOP: ['PATH_INVALID', 'A link leads back to itself. Use another path'],
  EMFILE: tooManyFiles,
  ENFILE: tooManyFiles,
  ENOSPC: ['DISK_FULL', 'The disk is full. Free some space and run the same command again'],
  EDQUOT: ['DISK_FULL', 'Your disk quota is used up. Free some space and run the same command again'],
  EROFS: ['DISK_FAILED', 'The disk is read-only. Make it writable, or use another path'],
  EIO: ['DISK_FAILED', 'The disk failed. Check it and run the same command again'],
}

/** Prints a failure on stderr, as a line or as JSON, and returns its exit status. */
export function tellFailure(
  { code, message, exitCode }: Failure,
  { name, asJson }: { name: string; asJson: boolean },
  io: Io,
): number {
  if (asJson) io.talk(`${renderJsonLine({ error: { code, message } })}\n`)
  else io.talk(`${name}: ${printable(message, { keepLines: true })} (${code})\n`)
  return exitCode
}
