import fs from 'node:fs'
import platformPaths, { join } from 'node:path'
import type { Root } from '@recallite/store'
import { MemoryError } from './errors.js'

/* Differences between systems in paths and names. Each function uses the rules of this system by default. */

/**
 * A path without links, spelled as on disk, so that each folder is one root: on macOS and Windows, names match in any case, on macOS
 * in any Unicode form. Undefined if it does not exist.
 */
export function realPathOf(path: string): string | undefined {
  try {
    return fs.realpathSync.native(path)
  } catch {
    return withoutLinks(path)
  }
}

/** For virtual disks on Windows that do not support `native`. */
function withoutLinks(path: string): string | undefined {
  try {
    return fs.realpathSync(path)
  } catch {
    return undefined
  }
}

/** A path relative to a folder, with forward slashes: '' for the folder, undefined outside it. Both are absolute and real. */
export function innerPath(
  path: string,
  folder: string,
  { sep }: Pick<typeof platformPaths, 'sep'> = platformPaths,
): string | undefined {
  if (path === folder) return ''
  const top = folder.endsWith(sep) ? folder : folder + sep
  return path.startsWith(top) ? path.slice(top.length).replaceAll(sep, '/') : undefined
}

/** Whether a path is below a folder ('' is the root); both are relative to the same root. */
export function isBelow(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}

/** The names in an absolute path, and its top: `/`, a drive or a share. */
export function splitPath(
  path: string,
  { parse, sep }: Pick<typeof platformPaths, 'parse' | 'sep'> = platformPaths,
) {
  const { root: top } = parse(path)
  return { top, names: path.slice(top.length).split(sep) }
}

/** Whether a path stays inside any folder that it is joined to: no empty name, `.` or `..`; on Windows no backslash or colon. */
export function isPlainPath(
  path: string,
  { sep }: Pick<typeof platformPaths, 'sep'> = platformPaths,
): boolean {
  if (path.includes('\0') || (sep === '\\' && /[:\\]/u.test(path))) return false
  return path.split('/').every((name) => !['', '.', '..'].includes(name))
}

/** A name or path as a platform compares it: on macOS and Windows without case, on macOS in any Unicode form. */
export function foldName(name: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'darwin') return name.normalize('NFC').toLowerCase()
  return platform === 'win32' ? name.toLowerCase() : name
}

/** Whether two absolute paths without links are the same for this system. */
export function isSamePath(one: string, other: string): boolean {
  return foldName(one) === foldName(other)
}

/** An open file that is inside its root. */
export interface OpenFile {
  readonly descriptor: number
  readonly stats: fs.BigIntStats
}

/** Why the folder at a root's path may be another one; undefined if it is the root. */
export function rootProblem({ path }: Root): string | undefined {
  const real = realPathOf(path)
  if (real === undefined) return `the folder ${path} cannot be reached`
  return real === path ? undefined : `the folder ${path} is now a link to another folder`
}

/**
 * Opens a file for reading without following a final link or waiting on a pipe, and checks that the open file is inside the root,
 * even if parent folders were replaced. Paths come from the store, which another user may have written.
 * @throws MemoryError `PATH_OUTSIDE_ROOT`; errors of the file system
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
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants
  const descriptor = fs.openSync(full, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    if (!innerPath(openedPath(descriptor, full), root)) {
      throw new MemoryError('PATH_OUTSIDE_ROOT', `${path} leads out of its root by a link.`)
    }
    return await use({ descriptor, stats: fs.fstatSync(descriptor, { bigint: true }) })
  } finally {
    fs.closeSync(descriptor)
  }
}

/** The path of the open file if the system supports it, otherwise of the file that is now at the path. */
function openedPath(descriptor: number, path: string): string {
  try {
    return fs.readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return realPathOf(path) ?? ''
  }
}
