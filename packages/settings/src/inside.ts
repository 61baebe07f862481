import { lstatSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { innerPath, realPathOf } from '@recallite/core/sources'

/** Whether an absolute path, which need not exist, leads to a folder or into it, links followed. */
export function isInside(folder: string, path: string): boolean {
  const [around, real] = [realPath(folder), realPath(path)]
  return around !== undefined && real !== undefined && innerPath(real, around) !== undefined
}

/** Where a path leads, by the nearest existing folder around it. Undefined for a broken link or an unreadable folder. */
function realPath(path: string): string | undefined {
  const real = realPathOf(path)
  if (real !== undefined || isUnknown(path) || dirname(path) === path) return real
  const around = realPath(dirname(path))
  return around === undefined ? undefined : join(around, basename(path))
}

/** A broken link, or a path that may not be examined, could lead anywhere. */
function isUnknown(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}
