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
