import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { UsageError } from './errors.js'

/** How a file is written. */
export interface WriteWholeOptions {
  /** The file's permissions; default those of the file that gives way, else those of any new file. */
  readonly mode?: number | undefined
}

/**
 * Whether a file can be written there: a device or a folder must not give way to one.
 * @throws UsageError
 */
export function assertFilePlace(file: string): void {
  assertPathLength(file)
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats || stats.isFile()) return
  throw new UsageError(`${file} is not a file. Name one, or a place where there is nothing yet.`)
}

/**
 * Writes a file as a whole or not at all: whoever reads it sees what was there before or all of the parts, also after a
 * crash. It is written beside its place, as `<file>.<process id>.partial`, which is gone afterwards whatever happens. A
 * link gives way to a file; its target stays as it is.
 * @param parts of the content, one after another
 * @throws UsageError where there is something else than a file; whatever keeps the file from being written, and whatever the parts throw
 */
export function writeWhole(
  file: string,
  parts: Iterable<string | Uint8Array>,
  { mode = modeOf(file) }: WriteWholeOptions = {},
): void {
  assertFilePlace(file)
  const partial = `${file}.${process.pid}.partial`
  // Of a process of the same number that was killed.
  rmSync(partial, { force: true })
  try {
    writeParts(partial, parts, mode)
    renameSync(partial, file)
  } finally {
    rmSync(partial, { force: true })
  }
}

const permissionBits = 0o7777

function modeOf(file: string): number | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false })
  return stats?.isFile() ? stats.mode & permissionBits : undefined
}

const newFileMode = 0o666

function writeParts(file: string, parts: Iterable<string | Uint8Array>, mode: number | undefined): void {
  // Not even while it is being written may others read what they must not.
  const descriptor = openSync(file, 'wx', mode ?? newFileMode)
  try {
    // What opening takes away from the permissions is given back.
    if (mode !== undefined) fchmodSync(descriptor, mode)
    for (const part of parts) writeFileSync(descriptor, part)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

const longestShown = 80

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

function isTooLong(path: string): boolean {
  try {
    lstatSync(path, { throwIfNoEntry: false })
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENAMETOOLONG'
  }
}
