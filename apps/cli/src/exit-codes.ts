import { exitCodes as shared } from '@recallite/command-line'

/** What the program's exit status means; stable. */
export const exitCodes = {
  ...shared,
  /** Done, but some texts were skipped or have no vector, and `--strict` minds. */
  incomplete: 3,
  /** The database is damaged; `recallite doctor --repair` mends it. */
  damaged: 6,
} as const
