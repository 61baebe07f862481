import { type BigIntStats, closeSync, constants, fstatSync, openSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Root } from '@recallite/store'
import { MemoryError } from './errors.js'
import { innerPath, isPlainPath, realPathOf } from './system-paths.js'

/** An open file that is certain to lie in its root. */
export interface OpenFile {
  readonly descriptor: number
  readonly stats: BigIntStats
}

/** Why the files at a root's path are not certain to be its own; undefined if they are. */
export function rootTrouble({ path }: Root): string | undefined {
  const real = realPathOf(path)
  if (real === undefined) return `the folder ${path} cannot be reached`
  return real === path ? undefined : `the folder ${path} is a link to another place now`
}

/**
 * Opens a file for reading, without following a link at its end or waiting on a pipe, and makes sure that the open file is
 * inside the root even if folders on the way were replaced. Paths come from the store, which another user may have written.
 * @throws MemoryError `PATH_OUTSIDE_ROOT`; the file system's own errors
 */
export async function withFileInRoot<Result>(
  root: string,
  path: string,
  use: (file: OpenFile) => Result | Promise<Result>,
): Promise<Result> {
  if (!isPlainPath(path)) {
    throw new MemoryError('PATH_OUTSIDE_ROOT', `${JSON.stringify(path)} is not a path inside a root.`)
  }
  const full = join(root, path)
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const descriptor = openSync(full, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    if (!innerPath(openedPath(descriptor, full), root)) {
      throw new MemoryError('PATH_OUTSIDE_ROOT', `${path} leads out of its root by a link.`)
    }
    return await use({ descriptor, stats: fstatSync(descriptor, { bigint: true }) })
  } finally {
    closeSync(descriptor)
  }
}

/** The path of the open file where the system tells it, otherwise of the file at the path now. */
function openedPath(descriptor: number, path: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return realPathOf(path) ?? ''
  }
}
