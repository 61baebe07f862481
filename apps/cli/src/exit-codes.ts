import { exitCodes as shared } from '@recallite/command-line'

/** What the program's exit status means; stable. */
export const exitCodes = {
  ...shared,
  /** Done, but some texts were skipped or have no vector, and `--strict` minds. */
  incomplete: 3,
  /** Done by words, but the provider or model that was asked for by name could not be had: texts lack their vectors. */
  providerUnavailable: 5,
  /** The database is damaged; `recallite doctor --repair` mends it. */
  damaged: 6,
} as const
