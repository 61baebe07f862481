import { UsageError, orUndefined } from '@recallite/command-line'

/** The working folder; undefined if another program has deleted it. All other code asks here. */
export function findWorkingFolder(): string | undefined {
  return orUndefined(() => process.cwd())
}

/** @throws UsageError if the working folder was deleted */
export function workingFolder(): string {
  const folder = findWorkingFolder()
  if (folder !== undefined) return folder
  throw new UsageError('The folder this runs in was deleted. Go to one that is there, such as: cd ~')
}
