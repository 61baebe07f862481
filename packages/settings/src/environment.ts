/* The only reader of the environment. */
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { UsageError, orUndefined, type Io } from '@recallite/command-line'
import type { Variables } from './schemas/schema.js'

/** A copy, because each access to `process.env` is a system call. */
export const environmentVariables = (): Variables => ({ ...process.env })

/** On a terminal unless NO_COLOR is set, and always with FORCE_COLOR. */
export function hasColour(io: Io): boolean {
  if (process.env['NO_COLOR']) return false
  if (process.env['FORCE_COLOR']) return process.env['FORCE_COLOR'] !== '0'
  return io.isOutputTerminal && process.env['TERM'] !== 'dumb'
}

/** HOME unless it is empty, else the home folder of the system's user entry. */
export function homeFolder(variables: Variables = environmentVariables()): string {
  return variables['HOME'] || userInfo().homedir
}

/** The folder of the user file, models and databases. */
export const recalliteFolder = (home: string): string => join(home, '.recallite')

/** The folder where `recallite setup` installs providers: below the home folder, so that no administrator rights are needed. */
export function providersFolder(home: string = homeFolder()): string {
  return join(recalliteFolder(home), 'providers')
}

/** Undefined if the working folder was deleted. */
export const findWorkingFolder = (): string | undefined => orUndefined(() => process.cwd())

/** @throws UsageError if the working folder was deleted */
export function workingFolder(): string {
  const folder = findWorkingFolder()
  if (folder !== undefined) return folder
  throw new UsageError('The working folder was deleted. Change to another one, for example: cd ~')
}
