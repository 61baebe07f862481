/* The only reader of the environment. */
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { UsageError, orUndefined, type Io } from '@recallite/command-line'
import type { Variables } from './schemas/schema.js'

/** A copy of the environment variables, because each access to `process.env` is a call to the system. */
export const environmentVariables = (): Variables => ({ ...process.env })

/** Whether to print colours: on a terminal, unless NO_COLOR is set; with FORCE_COLOR in any case. */
export function hasColour(io: Io): boolean {
  if (process.env['NO_COLOR']) return false
  if (process.env['FORCE_COLOR']) return process.env['FORCE_COLOR'] !== '0'
  return io.isOutputTerminal && process.env['TERM'] !== 'dumb'
}

/** The user's home folder: HOME unless it is empty, else the system's entry. */
export function homeFolder(variables: Variables = environmentVariables()): string {
  return variables['HOME'] || userInfo().homedir
}

/** The folder of the user file, models and databases. */
export const recalliteFolder = (home: string): string => join(home, '.recallite')

/** The folder where `recallite setup` installs providers: it is the user's own, so that nobody needs an administrator's rights. */
export function providersFolder(home: string = homeFolder()): string {
  return join(recalliteFolder(home), 'providers')
}

/** The working folder; undefined if another program has deleted it. All other code asks here. */
export const findWorkingFolder = (): string | undefined => orUndefined(() => process.cwd())

/** @throws UsageError if the working folder was deleted */
export function workingFolder(): string {
  const folder = findWorkingFolder()
  if (folder !== undefined) return folder
  throw new UsageError('The folder this runs in was deleted. Go to one that is there, such as: cd ~')
}
