import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readlinkSync,
  realpathSync,
} from 'node:fs'
import { join, sep } from 'node:path'
import type { Root } from '@recallite/store'
import { MemoryError } from './errors.js'

/** An open file that is certain to lie in its root. */
export interface OpenFile {
  readonly descriptor: number
  readonly stats: BigIntStats
}

/** Whether a path lies below a folder (an empty one is the top); both with the same separator. */
export function isInside(path: string, folder: string, separator = '/'): boolean {
  if (folder === '' || folder === separator) return true
  return path.startsWith(folder.endsWith(separator) ? folder : folder + separator)
}

/** Why the files at a root's path are not certain to be its own; undefined if they are. */
export function rootTrouble({ path }: Root): string | undefined {
  try {
    return realpathSync(path) === path ? undefined : `the folder ${path} is a link to another place now`
  } catch {
    return `the folder ${path} cannot be reached`
  }
}

/**
 * Opens a file for reading, without following a link at its end or waiting on a pipe, and makes sure that the open file is
 * inside the root even if folders on the way were replaced.
 * @throws MemoryError `PATH_OUTSIDE_ROOT`; the file system's own errors
 */
export async function withFileInRoot<Result>(
  root: string,
  path: string,
  use: (file: OpenFile) => Result | Promise<Result>,
): Promise<Result> {
  assertInnerPath(path)
  const full = join(root, path)
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const descriptor = openSync(full, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    if (!isInside(openedPath(descriptor, full), root, sep)) {
      throw new MemoryError('PATH_OUTSIDE_ROOT', `${path} leads out of its root by a link.`)
    }
    return await use({ descriptor, stats: fstatSync(descriptor, { bigint: true }) })
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Paths come from the store, which another user may have written.
 * @throws MemoryError `PATH_OUTSIDE_ROOT` if a path is absolute or empty, or has parts that no scan returns
 */
function assertInnerPath(path: string): void {
  const names = path.split(sep === '\\' ? /[/\\]/u : '/')
  const isPlain = names.every((name) => name !== '' && name !== '.' && name !== '..') && !path.includes('\0')
  if (isPlain && !(sep === '\\' && /^[A-Za-z]:/u.test(path))) return
  throw new MemoryError('PATH_OUTSIDE_ROOT', `${JSON.stringify(path)} is not a path inside a root.`)
}

/** The path of the open file where the system tells it, otherwise of the file at the path now. */
function openedPath(descriptor: number, path: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return realpathSync(path)
  }
}
