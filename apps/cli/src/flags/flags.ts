import type { FlagsOf } from '@recallite/command-line'
import type { commandFlags } from './flag-table.js'

/** The parsed values of the flags of all commands. */
export type Flags = FlagsOf<(typeof commandFlags)[keyof typeof commandFlags][number]>
