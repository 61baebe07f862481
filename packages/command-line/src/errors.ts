import { nearestName } from '@recallite/fusion'

/** What was typed cannot be done as it stands; ends with the usage status. */
export class UsageError extends Error {
  readonly code = 'USAGE'

  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

/** Why the last search cannot be taken up again; stable. */
export type LastSearchErrorCode =
  /** Nobody has searched in this database, or searches in it are not kept. */
  | 'LAST_SEARCH_MISSING'
  /** It is there, and cannot be read. */
  | 'LAST_SEARCH_UNREADABLE'
  /** Another version wrote it, or another program. */
  | 'LAST_SEARCH_MALFORMED'

/** The last search cannot be taken up; the message says why, and what to do. */
export class LastSearchError extends Error {
  readonly code: LastSearchErrorCode

  constructor(code: LastSearchErrorCode, message: string, { cause }: { cause?: unknown } = {}) {
    super(message, { cause })
    this.name = 'LastSearchError'
    this.code = code
  }
}

/** Another process is at work on the same thing. */
export class LockedError extends Error {
  readonly code = 'LOCKED'
  readonly file: string

  /** @param owner number of the process; 0 where it is not known */
  constructor(file: string, owner: number) {
    const who = owner === 0 ? 'Another process' : `Process ${owner}`
    super(`${who} is working with ${file}. Wait until it has ended, or name another place.`)
    this.name = 'LockedError'
    this.file = file
  }
}

/** What a program's exit status means; stable. */
export const exitCodes = {
  /** Done, also with nothing found. */
  done: 0,
  failed: 1,
  /** The command line, or what it names, was not understood. */
  usage: 2,
  /** Stopped by Ctrl-C. */
  interrupted: 130,
} as const

/** A sentence for the end of a message that names the known name nearest to a wrong one; empty where none is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`
}
