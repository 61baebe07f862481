import {
  realpathSync,
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readlinkSync,
} from 'node:fs'
import ownPaths, { join } from 'node:path'
import type { Root } from '@recallite/store'
import { MemoryError } from './errors.js'

/* What differs between systems in paths and names: each function takes the system's rules, by default those of this one. */

/**
 * A path without links, spelled as on the disk: on macOS and Windows, `notes` may lead to `Notes`, and a name in one Unicode
 * form to the same name in another. Only so is each folder one root. Undefined if it leads nowhere.
 */
export function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return withoutLinks(path)
  }
}

/** Some virtual disks of Windows do not tell how they spell a path. */
function withoutLinks(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/**
 * A path as it is seen from a folder, with forward slashes: empty for the folder itself, undefined for what is not in it. Both
 * are absolute and real.
 */
export function innerPath(
  path: string,
  folder: string,
  { sep }: Pick<typeof ownPaths, 'sep'> = ownPaths,
): string | undefined {
  if (path === folder) return ''
  const top = folder.endsWith(sep) ? folder : folder + sep
  return path.startsWith(top) ? path.slice(top.length).replaceAll(sep, '/') : undefined
}

/** Whether a path lies below a folder (an empty one is the top); both are relative to the same root. */
export function isBelow(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}

/** The names of an absolute path, and the top that they begin at: `/`, a drive or a share. */
export function splitPath(path: string, { parse, sep }: Pick<typeof ownPaths, 'parse' | 'sep'> = ownPaths) {
  const { root: top } = parse(path)
  return { top, names: path.slice(top.length).split(sep) }
}

/**
 * Whether joining a path to a folder can lead to nothing but what a scan of the folder returns: it has no empty name, `.` or
 * `..`, and on Windows neither a backslash's nor a drive's or stream's meaning.
 */
export function isPlainPath(path: string, { sep }: Pick<typeof ownPaths, 'sep'> = ownPaths): boolean {
  if (path.includes('\0') || (sep === '\\' && /[:\\]/u.test(path))) return false
  return path.split('/').every((name) => !['', '.', '..'].includes(name))
}

/**
 * A name or path as the file systems of a platform compare it: on macOS and Windows without case (unless the disk was formatted
 * otherwise), on macOS in any Unicode form.
 */
export function foldName(name: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'darwin') return name.normalize('NFC').toLowerCase()
  return platform === 'win32' ? name.toLowerCase() : name
}

/** Whether two absolute paths lead to the same file without links: they are spelled alike, as far as the system compares it. */
export function isSamePath(one: string, other: string): boolean {
  return foldName(one) === foldName(other)
}

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
