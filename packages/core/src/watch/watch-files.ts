import { basename, relative, sep } from 'node:path'
import type { Stats } from 'node:fs'
import type { FSWatcher } from 'chokidar'
import type { Root } from '@recallite/store'
import { rootTrouble } from '../root-trouble.js'
import { rootScope } from '../sync/root-scope.js'
import { isWatched } from './is-watched.js'

/** What to do when files change. */
export interface FileListener {
  readonly onChange: () => void
  /** The folder of a root is elsewhere or gone: what is there instead, or again, is not watched. */
  readonly onMove: () => void
  /** Changes are not noticed any more: the system has no more watches or file descriptors, or something else. */
  readonly onFailure: (error: unknown) => void
}

/** Files being watched. */
export interface FileWatch {
  close(): Promise<void>
}

/** Watches the folders of roots; resolves when every change from then on is noticed, or it failed. */
export type WatchFiles = (roots: readonly Root[], listener: FileListener) => Promise<FileWatch>

/** What the system says of the folder itself has the folder's own name (and so has a file in it that is called like it). */
function isOfFolder(root: Root, [event, name, details]: readonly [string, string, unknown]): boolean {
  const watchedPath = (details as { readonly watchedPath?: string } | undefined)?.watchedPath
  return event === 'rename' && watchedPath === root.path && name === basename(root.path)
}

function listenTo(watcher: FSWatcher, root: Root, listener: FileListener): Promise<void> {
  const { onChange, onMove, onFailure } = listener
  return new Promise((resolve) => {
    watcher
      .on('all', () => onChange())
      .on('raw', (...event) => void (isOfFolder(root, event) && onMove()))
      .on('error', (error) => {
        onFailure(error)
        resolve()
      })
      .once('ready', () => resolve())
  })
}

/** Watches by the system's own notices, in this thread. Roots that cannot be reached are left out. */
export const watchFiles: WatchFiles = async (roots, listener) => {
  const { watch } = await import('chokidar')
  const watchers: FSWatcher[] = []
  const ready: Promise<void>[] = []
  for (const root of roots.filter((each) => rootTrouble(each) === undefined)) {
    const scope = rootScope(root, roots)
    const ignored = (path: string, stats?: Stats) => {
      const inside = relative(root.path, path).split(sep).join('/')
      return inside !== '' && !isWatched(scope, inside, stats)
    }
    // Every event only says "look again": what a file is then is for the sync to find out.
    const watcher = watch(root.path, { ignored, ignoreInitial: true, followSymlinks: false })
    watchers.push(watcher)
    ready.push(listenTo(watcher, root, listener))
  }
  await Promise.all(ready)
  return {
    close: async () => {
      await Promise.all(watchers.map((watcher) => watcher.close()))
    },
  }
}
