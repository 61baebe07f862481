/*
 * The only one to ask which folder this runs in: another program may have deleted it.
 */
import { UsageError } from '@recallite/command-line'

/** The folder this runs in; undefined where it was deleted. */
export function findWorkingFolder(): string | undefined {
  try {
    return process.cwd()
  } catch {
    return undefined
  }
}

/**
 * The folder this runs in: settings, notes and relative paths are looked for from there, so nothing stands in for it.
 * @throws UsageError where it was deleted
 */
export function workingFolder(): string {
  const folder = findWorkingFolder()
  if (folder !== undefined) return folder
  throw new UsageError('The folder this runs in was deleted. Go to one that is there, such as: cd ~')
}
