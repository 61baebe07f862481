import type { Root } from '@recallite/store'
import { foldersAround, isPassedOver, rootScope, type RootScope } from '../indexer/root-scope.js'
import { rootProblem } from '../system-paths.js'
import { watchFolders } from './watch-folders.js'
import type { FileListener, Watch } from './watch.js'

interface FileWatch extends Watch {
  /** Number of roots whose folders exist. */
  readonly reached: number
}

/** Watches the folders of roots. Resolves once every change is noticed, or watching failed. */
export type WatchFiles = (roots: readonly Root[], listener: FileListener) => Promise<FileWatch>

/** Watches by notifications of the system. Skips roots that cannot be reached. */
export async function watchFiles(roots: readonly Root[], listener: FileListener): Promise<FileWatch> {
  const reached = roots.filter((root) => rootProblem(root) === undefined)
  const watched = await Promise.all(
    reached.map((root) => watchFolders({ root, isWatched: pathTest(root, roots), listener })),
  )
  return {
    reached: watched.filter(({ isReached }) => isReached).length,
    close: async () => void (await Promise.all(watched.map((watch) => watch.close()))),
  }
}

/** Returns the test of `isWatched` for the paths of a root. */
export function pathTest(root: Root, roots: readonly Root[]): (path: string, isFolder: boolean) => boolean {
  const scope = rootScope(root, roots)
  return (path, isFolder) => isWatched(scope, path, isFolder)
}

const ignoreFiles = new Set(['.gitignore', '.recalliteignore'])

/** Whether a change of a file or folder may affect the index. Does not apply ignore files, which would only save a check. */
export function isWatched(scope: RootScope, path: string, isFolder: boolean): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (!foldersAround(path).every((folder) => isEntered(scope, folder))) return false
  if (isFolder) return isEntered(scope, path)
  if (ignoreFiles.has(name)) return true
  return scope.hasFile(path) && scope.isText(name) && (!isPassedOver(name) || scope.isNamed(path))
}

function isEntered(scope: RootScope, path: string): boolean {
  if (!scope.hasFolder(path)) return false
  const name = path.slice(path.lastIndexOf('/') + 1)
  return !isPassedOver(name) || scope.isNamed(path) || scope.leadsToNamed(path)
}
