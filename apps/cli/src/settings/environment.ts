/*
 * The only reader of the environment. What a run needs of its variables is settled here.
 */
import type { Io } from '@recallite/command-line'
import type { Variables } from './kinds/kind.js'

/** The environment's variables, as they are now; a copy, since every look at the original asks the system. */
export function environmentVariables(): Variables {
  return { ...process.env }
}

/** Whether to colour: a terminal, unless NO_COLOR says otherwise; FORCE_COLOR says yes. */
export function hasColour(io: Io): boolean {
  if (process.env['NO_COLOR']) return false
  if (process.env['FORCE_COLOR']) return process.env['FORCE_COLOR'] !== '0'
  return io.isOutputTerminal && process.env['TERM'] !== 'dumb'
}
