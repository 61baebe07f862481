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
 * Opens a file for reading, without following a link at its end or waiting on a pipe, and makes sure that what was
 * opened lies inside the root whatever the folders between were swapped for.
 * @throws MemoryError `PATH_OUTSIDE_ROOT`; the file system's own errors
 */
export async function withFileInRoot<Result>(
  root: string,
  path: string,
  use: (file: OpenFile) => Result | Promise<Result>,
): Promise<Result> {
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
