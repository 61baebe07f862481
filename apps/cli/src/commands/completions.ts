import type { Command, Run } from '@recallite/command-line'
import { completionsRun } from '@recallite/command-line/completions'
import type { Flags } from '../flags/flags.js'

/** `recallite completions <shell>`, of the table that the program is made from. */
export function completionsOf(commands: readonly Command<Flags>[]): Run<Flags> {
  return completionsRun('recallite', commands)
}
