import type { FlagsOf } from '@recallite/command-line'
import type { ownFlags } from './flag-table.js'

/** Every flag's value, as parsed; which command takes which is in the tables. */
export type Flags = FlagsOf<(typeof ownFlags)[keyof typeof ownFlags][number]>
