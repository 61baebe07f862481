import { setImmediate } from 'node:timers/promises'
import type { Root } from '@recallite/store'
import { foldersAround, isPassedOver, rootScope, type RootScope } from '../indexer/root-scope.js'
import { rootTrouble } from '../system-paths.js'
import { foldersIn, watchFolders } from './watch-folders.js'
import type { FileListener, Watch } from './watch.js'

/** Roots being watched. */
interface FileWatch extends Watch {
  /** How many of the roots were there to be watched. */
  readonly reached: number
}

/** Watches the folders of roots; resolves when every change from then on is noticed, or watching failed. */
export type WatchFiles = (roots: readonly Root[], listener: FileListener) => Promise<FileWatch>

/** Watches in this thread, by the notifications of the system. Leaves out roots that cannot be reached. */
export async function watchFiles(roots: readonly Root[], listener: FileListener): Promise<FileWatch> {
  const reached = subjectsOf(roots).filter(({ root }) => rootTrouble(root) === undefined)
  const watched = await Promise.all(reached.map((subject) => watchFolders({ ...subject, listener })))
  return {
    reached: watched.filter(({ isReached }) => isReached).length,
    close: async () => void (await Promise.all(watched.map((watch) => watch.close()))),
  }
}

const ignoreFiles = new Set(['.gitignore', '.recalliteignore'])

/**
 * Whether a change of this file or folder may concern the index. Does not test ignore files: a change of an ignored file costs
 * one check of the files.
 */
export function isWatched(scope: RootScope, path: string, isFolder: boolean): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (!foldersAround(path).every((folder) => isEntered(scope, folder))) return false
  if (isFolder) return isEntered(scope, path)
  if (ignoreFiles.has(name)) return true
  return scope.hasFile(path) && scope.isText(name) && (!isPassedOver(name) || scope.isNamed(path))
}

/**
 * How many folders the system has to watch for these roots: those in which a change may concern the index. Yields to other
 * work in between.
 * @param most counting stops a little beyond this; default never
 */
export async function countWatched(roots: readonly Root[], { most = Infinity } = {}): Promise<number> {
  let count = 0
  for (const subject of subjectsOf(roots)) {
    const folders = ['']
    for (let folder = folders.pop(); folder !== undefined && count <= most; folder = folders.pop()) {
      count += 1
      folders.push(...foldersIn(subject, folder))
      await setImmediate()
    }
  }
  return count
}

function isEntered(scope: RootScope, path: string): boolean {
  if (!scope.hasFolder(path)) return false
  const name = path.slice(path.lastIndexOf('/') + 1)
  return !isPassedOver(name) || scope.isNamed(path) || scope.leadsToNamed(path)
}

/** Each root, and what belongs to it and not to another one. */
function subjectsOf(roots: readonly Root[]) {
  return roots.map((root) => {
    const scope = rootScope(root, roots)
    return { root, isWatched: (path: string, isFolder: boolean) => isWatched(scope, path, isFolder) }
  })
}
