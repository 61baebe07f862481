import { lstatSync } from 'node:fs'
import { UsageError } from './errors.js'

/** As many characters as a message shows of a path that is too long. */
const longestShown = 80

function isTooLong(path: string): boolean {
  try {
    lstatSync(path, { throwIfNoEntry: false })
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENAMETOOLONG'
  }
}

/**
 * Whether the system can have a file of that name, and another one that has an ending behind it.
 * @throws UsageError
 */
export function assertPathLength(path: string, ending = ''): void {
  if (!isTooLong(path + ending)) return
  const files = ending === '' ? '' : `, as files beside it are called ${ending} behind its name`
  throw new UsageError(
    `${path.slice(0, longestShown)}… is a path or a name that is too long for this system${files}. Name a shorter one.`,
  )
}
