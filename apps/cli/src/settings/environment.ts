/* The only reader of the environment. */
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Io } from '@recallite/command-line'
import type { Variables } from './kinds/kind.js'

/** A copy of the environment's variables: each access to the original asks the system. */
export function environmentVariables(): Variables {
  return { ...process.env }
}

/** Whether to print colours: on a terminal, unless NO_COLOR is set; with FORCE_COLOR in any case. */
export function hasColour(io: Io): boolean {
  if (process.env['NO_COLOR']) return false
  if (process.env['FORCE_COLOR']) return process.env['FORCE_COLOR'] !== '0'
  return io.isOutputTerminal && process.env['TERM'] !== 'dumb'
}

/**
 * Whether paths are printed as links (OSC 8): on a terminal with colours, except the console of Linux, which has none;
 * FORCE_HYPERLINK decides in any case, as in other programs.
 */
export function hasLinks(io: Io): boolean {
  const forced = process.env['FORCE_HYPERLINK']
  if (forced) return forced !== '0'
  return io.isOutputTerminal && hasColour(io) && process.env['TERM'] !== 'linux'
}

/** The user's home folder: HOME unless it is empty, else the system's entry. */
export function homeFolder(variables: Variables = environmentVariables()): string {
  return variables['HOME'] || userInfo().homedir
}

/** The folder of the user file, models and databases. */
export function recalliteFolder(home: string): string {
  return join(home, '.recallite')
}

/** The folder where `recallite setup` installs providers: it is the user's own, so that nobody needs an administrator's rights. */
export function providersFolder(home: string = homeFolder()): string {
  return join(recalliteFolder(home), 'providers')
}
