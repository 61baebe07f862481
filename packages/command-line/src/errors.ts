import { nearestName } from '@recallite/keyword/spelling'

/** What a program's exit status means; stable. */
export const exitCodes = {
  /** Done, also if nothing was found. */
  done: 0,
  failed: 1,
  /** The command line, or something that it names, is invalid. */
  usage: 2,
  /** Stopped by Ctrl-C. */
  interrupted: 130,
} as const

/** A failure with a stable code; the message says what to do next. */
export class CodedError<Code extends string> extends Error {
  readonly code: Code

  constructor(code: Code, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = new.target.name
    this.code = code
  }
}

/** The command line is invalid; the program ends with the usage status. */
export class UsageError extends CodedError<'USAGE'> {
  constructor(message: string) {
    super('USAGE', message)
  }
}

/** A sentence that suggests the name most similar to a wrong one; empty if none is similar. */
export function didYouMean(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names)
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`
}

/** The result of `work`; undefined if it throws. */
export function orUndefined<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
