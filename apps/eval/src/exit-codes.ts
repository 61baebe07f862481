import { exitCodes as shared } from '@recallite/command-line'

/** What the program's exit status means; stable. */
export const exitCodes = {
  ...shared,
  /** Done, but a mean is under the threshold that `--fail-under` sets. */
  belowThreshold: 3,
} as const
