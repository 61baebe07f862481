import { completionsRun, type Command, type Run } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'

/** `recallite completions <shell>`, of the table that the program is made from. */
export function completionsOf(commands: readonly Command<Flags>[]): Run<Flags> {
  return completionsRun('recallite', commands)
}
