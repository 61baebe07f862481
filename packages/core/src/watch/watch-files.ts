import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Root } from '@recallite/store'
import type { FSWatcher } from 'chokidar'
import { isPassedOver, rootScope, type RootScope } from '../indexer/root-scope.js'
import { rootTrouble } from '../inside-root.js'

/** What to do when files change. */
interface FileListener {
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

const ignoreFiles = new Set(['.gitignore', '.recalliteignore'])

/** How to count. */
export interface CountWatchedOptions {
  /** Enough: counting ends a little beyond it. Default: everything is counted. */
  readonly most?: number | undefined
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

/** Tells each thing once for all the times it is told within an interval, in milliseconds: at the end of it. */
export function throttled<Thing>(tell: (thing: Thing) => void, interval: number): (thing: Thing) => void {
  const waiting = new Set<Thing>()
  return (thing) => {
    if (waiting.has(thing)) return
    waiting.add(thing)
    setTimeout(() => {
      waiting.delete(thing)
      tell(thing)
    }, interval)
  }
}

function foldersOf(path: string): string[] {
  const names = path.split('/')
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'))
}

function isEntered(scope: RootScope, path: string): boolean {
  if (!scope.hasFolder(path)) return false
  const name = path.slice(path.lastIndexOf('/') + 1)
  return !isPassedOver(name) || scope.isNamed(path) || scope.leadsToNamed(path)
}

/** What is watched of what lies in a folder; links are not followed. */
function watchedIn(root: string, scope: RootScope, folder: string) {
  return namesIn(join(root, folder)).flatMap((name) => {
    const path = folder === '' ? name : `${folder}/${name}`
    const stats = lstatSync(join(root, path), { throwIfNoEntry: false })
    return stats && isWatched(scope, path, stats) ? [{ path, isFolder: stats.isDirectory() }] : []
  })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
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

/** What the system says of the folder itself has the folder's own name (and so has a file in it that is called like it). */
function isOfFolder(root: Root, [event, name, details]: readonly [string, string, unknown]): boolean {
  const watchedPath = (details as { readonly watchedPath?: string } | undefined)?.watchedPath
  return event === 'rename' && watchedPath === root.path && name === basename(root.path)
}
