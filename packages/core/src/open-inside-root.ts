import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  type BigIntStats,
} from 'node:fs'
import { join, sep } from 'node:path'
import { MemoryError } from './errors.js'
import { isInside } from './is-inside.js'

/** An open file that is certain to lie in its root. */
export interface OpenFile {
  readonly descriptor: number
  readonly stats: BigIntStats
}

/** The path of what was really opened, where the system tells; else of what stands at the path now. */
function realPathOf(descriptor: number, path: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return realpathSync(path)
  }
}

/**
 * Paths come from the store, and somebody else may have made that.
 * @throws MemoryError `PATH_OUTSIDE_ROOT` where a path is absolute, empty, or has parts that no scan gives
 */
function assertInnerPath(path: string): void {
  const names = path.split(sep === '\\' ? /[/\\]/u : '/')
  const isPlain = names.every((name) => name !== '' && name !== '.' && name !== '..') && !path.includes('\0')
  if (isPlain && !(sep === '\\' && /^[A-Za-z]:/u.test(path))) return
  throw new MemoryError('PATH_OUTSIDE_ROOT', `${JSON.stringify(path)} is not a path inside a root.`)
}

/**
 * Opens a file for reading, without following a link at its end or waiting on a pipe, and makes sure that what was
 * opened lies inside the root whatever the folders between were swapped for.
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
    if (!isInside(realPathOf(descriptor, full), root, sep)) {
      throw new MemoryError('PATH_OUTSIDE_ROOT', `${path} leads out of its root by a link.`)
    }
    return await use({ descriptor, stats: fstatSync(descriptor, { bigint: true }) })
  } finally {
    closeSync(descriptor)
  }
}
