/** What the program's exit status means; stable. */
export const exitCodes = {
  done: 0,
  failed: 1,
  /** The command line or a suite was not understood. */
  usage: 2,
  /** Stopped by Ctrl-C. */
  interrupted: 130,
} as const
