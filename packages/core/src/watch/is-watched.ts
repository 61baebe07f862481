import type { Stats } from 'node:fs'
import type { RootScope } from '../sync/root-scope.js'
import { isPassedOver } from '../sync/text-name.js'

const ignoreFiles = new Set(['.gitignore', '.recalliteignore'])

function foldersOf(path: string): string[] {
  const names = path.split('/')
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'))
}

/**
 * Whether a change of this file or folder may matter to the index; without its stats, as long as it may be a folder.
 * Rules of ignore files are not asked: a change that does not matter costs a look at the files.
 */
export function isWatched(scope: RootScope, path: string, stats: Stats | undefined): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const isReached = foldersOf(path).every((folder) => isEntered(scope, folder))
  if (!isReached) return false
  if (ignoreFiles.has(name)) return true
  const isFile = scope.hasFile(path) && scope.isText(name) && (!isPassedOver(name) || scope.isNamed(path))
  if (stats?.isDirectory()) return isEntered(scope, path)
  return isFile || (stats === undefined && isEntered(scope, path))
}

function isEntered(scope: RootScope, path: string): boolean {
  if (!scope.hasFolder(path)) return false
  const name = path.slice(path.lastIndexOf('/') + 1)
  return !isPassedOver(name) || scope.isNamed(path) || scope.leadsToNamed(path)
}
