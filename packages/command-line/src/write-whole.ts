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

/** @throws UsageError if the path is too long, or is that of a device or a folder, which must not be replaced by a file */
export function assertWritableFile(file: string): void {
  assertPathLength(file)
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats || stats.isFile()) return
  throw new UsageError(`${file} is not a file. Name a file, or a path where nothing exists yet.`)
}

/**
 * Writes a file as a whole or not at all: readers see the former content or all of the parts, also after a crash. The
 * content goes into a new file beside it first, whose name cannot be guessed, and which is removed in any case. A link is
 * replaced by a file; its target stays as it is.
 * @param parts of the content, one after another
 * @param options `mode`: the permissions; default those of the replaced file, else those of any new file. `isLasting`: whether
 * to wait until the content is on the disk, so that it outlives a power cut; default true
 * @throws UsageError for a path that is not a file's; errors of the file system, and what the parts throw
 */
export function writeWhole(
  file: string,
  parts: Iterable<string | Uint8Array>,
  {
    mode = modeOf(file),
    isLasting = true,
  }: { readonly mode?: number | undefined; readonly isLasting?: boolean } = {},
): void {
  assertWritableFile(file)
  const partial = besides(file, 'partial')
  try {
    writeParts(partial, parts, { mode, isLasting })
    replaceFile(partial, file)
  } finally {
    rmSync(partial, { force: true })
  }
}

/** The path of a temporary file beside another one: a user who could guess it might put something else there. */
export const besides = (file: string, ending: string): string =>
  `${file}.${randomBytes(9).toString('base64url')}.${ending}`

const [permissionBits, newFileMode] = [0o7777, 0o666]

function modeOf(file: string): number | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false })
  return stats?.isFile() ? stats.mode & permissionBits : undefined
}

function writeParts(
  file: string,
  parts: Iterable<string | Uint8Array>,
  { mode, isLasting }: { readonly mode: number | undefined; readonly isLasting: boolean },
): void {
  // The file is opened with its final permissions: other users must not read it while it is written either.
  const descriptor = openSync(file, 'wx', mode ?? newFileMode)
  try {
    // Opening applies the umask.
    if (mode !== undefined) fchmodSync(descriptor, mode)
    for (const part of parts) writeFileSync(descriptor, part)
    if (isLasting) fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** @throws UsageError if a path, with an ending that files beside it have, is too long for the file system */
export function assertPathLength(path: string, ending = ''): void {
  try {
    lstatSync(path + ending, { throwIfNoEntry: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENAMETOOLONG') return
    const files = ending === '' ? '' : `, since files beside it have ${ending} behind its name`
    const beginning = `${path.slice(0, 80)}…`
    throw new UsageError(
      `${beginning} is a path or a name that is too long for this system${files}. Name a shorter one.`,
    )
  }
}

/** How long to try, and between two tries, in milliseconds. */
const [patience, pause] = [2000, 20]

/** Gives a file (or folder) the name of another, which it replaces: at once, or on Windows as soon as no program reads either. */
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

/** Whether a file may be out of reach only for a moment: on Windows while another program has it open, or it is being deleted. */
export function isInUse(error: unknown): boolean {
  if (process.platform !== 'win32' || !(error instanceof Error) || !('code' in error)) return false
  return ['EPERM', 'EACCES', 'EBUSY'].includes(String(error.code))
}
