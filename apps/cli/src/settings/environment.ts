/*
 * The only reader of the environment.
 */
import { userInfo } from 'node:os'
import { join } from 'node:path'
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

/** The user's home: what HOME says, else what the system knows. An empty HOME counts as missing. */
export function homeFolder(variables: Variables = environmentVariables()): string {
  return variables['HOME'] || userInfo().homedir
}

/** The folder of everything that was given no other place. */
export function recalliteFolder(home: string): string {
  return join(home, '.recallite')
}
