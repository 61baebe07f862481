import { nearestName } from '@recallite/fusion'

/** What a program's exit status means; stable. */
export const exitCodes = {
  /** Done, also if nothing was found. */
  done: 0,
  failed: 1,
  /** The command line, or what it names, was not understood. */
  usage: 2,
  /** Stopped by Ctrl-C. */
  interrupted: 130,
} as const

/** The command line asks for something that cannot be done; the program ends with the usage status. */
export class UsageError extends Error {
  readonly code = 'USAGE'

  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

/** A sentence for the end of a message that suggests the known name nearest to a wrong one; empty if none is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`
}
