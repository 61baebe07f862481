import type { Root } from '@recallite/store'
import { pathTest } from '../watch-files.js'
import { foldersIn } from '../watch-folders.js'

/** Counts the folders that the system must watch for these roots. */
export function countWatched(roots: readonly Root[]): number {
  const countIn = (root: Root) => {
    const subject = { root, isWatched: pathTest(root, roots) }
    const countBelow = (folder: string): number =>
      foldersIn(subject, folder).reduce((sum, inner) => sum + countBelow(inner), 1)
    return countBelow('')
  }
  return roots.reduce((sum, root) => sum + countIn(root), 0)
}
