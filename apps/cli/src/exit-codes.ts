/** What the program's exit status means; stable. */
export const exitCodes = {
  /** Done, also with nothing found. */
  done: 0,
  failed: 1,
  /** The command line was not understood. */
  usage: 2,
  /** Done, but some texts were skipped or have no vector, and `--strict` minds. */
  incomplete: 3,
  /** Stopped by Ctrl-C. */
  interrupted: 130,
} as const
