import { randomBytes } from 'node:crypto'
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

/** @throws UsageError if the path is too long, or a device or folder, which must not be replaced by a file */
export function assertWritableFile(file: string): void {
  assertPathLength(file)
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats || stats.isFile()) return
  throw new UsageError(`${file} is not a file. Use the path of an existing or a new file.`)
}

/**
 * Writes a file atomically: readers see the old or the complete new content, also after a crash. The content is first written to a
 * temporary file in the same folder. A link is replaced by a file; its target does not change.
 * @param parts of the content, one after another
 * @param options `mode`: the permissions; default those of the replaced file, else those of a new file. `isLasting`: whether to wait
 * until the content is on the disk, so that it survives a power failure; default true
 * @throws UsageError for a path that is not a file; errors of the file system and of the parts
 */
export function writeWhole(
  file: string,
  parts: Iterable<string | Uint8Array>,
  { mode = modeOf(file), isLasting = true }: { mode?: number | undefined; isLasting?: boolean } = {},
): void {
  assertWritableFile(file)
  const partial = temporaryPath(file, 'partial')
  try {
    // Opened with its final permissions: other users must not read it while it is being written either.
    const descriptor = openSync(partial, 'wx', mode ?? newFileMode)
    try {
      // Opening applies the umask.
      if (mode !== undefined) fchmodSync(descriptor, mode)
      for (const part of parts) writeFileSync(descriptor, part)
      if (isLasting) fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    replaceFile(partial, file)
  } finally {
    rmSync(partial, { force: true })
  }
}

/** The path of a temporary file next to another one, random so that no other user can put something else there. */
export const temporaryPath = (file: string, ending: string): string =>
  `${file}.${randomBytes(9).toString('base64url')}.${ending}`

const [permissionBits, newFileMode] = [0o7777, 0o666]

function modeOf(file: string): number | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false })
  return stats?.isFile() ? stats.mode & permissionBits : undefined
}

/** @throws UsageError if a path, with the ending of a related file, is too long for the file system */
export function assertPathLength(path: string, ending = ''): void {
  try {
    lstatSync(path + ending, { throwIfNoEntry: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENAMETOOLONG') return
    const files = ending === '' ? '' : `, since related files end in ${ending}`
    throw new UsageError(
      `${path.slice(0, 80)}… is a path or a name that is too long for this system${files}. Use a shorter one.`,
    )
  }
}

/** How long to try, and the pause between two tries, in milliseconds. */
const [patience, pause] = [2000, 20]

/** Renames a file or folder, replacing the target; on Windows, waits until no program has either open. */
export function replaceFile(made: string, file: string): void {
  for (let waited = 0; ; waited += pause) {
    try {
      return renameSync(made, file)
    } catch (error) {
      if (waited >= patience || !isInUse(error)) throw error
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
  }
}

/** Whether an error may be temporary: on Windows, another program may have the file open, or is deleting it. */
export function isInUse(error: unknown): boolean {
  if (process.platform !== 'win32' || !(error instanceof Error) || !('code' in error)) return false
  return ['EPERM', 'EACCES', 'EBUSY'].includes(String(error.code))
}
