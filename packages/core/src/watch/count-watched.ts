import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Root } from '@recallite/store'
import { rootScope, type RootScope } from '../sync/root-scope.js'
import { isWatched } from './is-watched.js'

/** How to count. */
export interface CountWatchedOptions {
  /** Enough: counting ends a little beyond it. Default: everything is counted. */
  readonly most?: number | undefined
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** What is watched of what lies in a folder; links are not followed. */
function watchedIn(root: string, scope: RootScope, folder: string) {
  return namesIn(join(root, folder)).flatMap((name) => {
    const path = folder === '' ? name : `${folder}/${name}`
    const stats = lstatSync(join(root, path), { throwIfNoEntry: false })
    return stats && isWatched(scope, path, stats) ? [{ path, isFolder: stats.isDirectory() }] : []
  })
}

/**
 * How many files and folders a watch of these roots has the system watch, each by itself: those whose change may matter to
 * the index. Lets other work run in between.
 */
export async function countWatched(
  roots: readonly Root[],
  { most = Infinity }: CountWatchedOptions = {},
): Promise<number> {
  let count = 0
  for (const root of roots) {
    const scope = rootScope(root, roots)
    const folders = ['']
    count += 1
    for (let folder = folders.pop(); folder !== undefined && count <= most; folder = folders.pop()) {
      const watched = watchedIn(root.path, scope, folder)
      count += watched.length
      for (const { path, isFolder } of watched) if (isFolder) folders.push(path)
      await setImmediate()
    }
  }
  return count
}
