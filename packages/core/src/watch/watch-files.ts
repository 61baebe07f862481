import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Root } from '@recallite/store'
import type { FSWatcher } from 'chokidar'
import { foldersAround, isPassedOver, rootScope, type RootScope } from '../indexer/root-scope.js'
import { rootTrouble } from '../inside-root.js'
import type { Watch } from './watch.js'

/** Called when files change. */
export interface FileListener {
  readonly onChange: () => void
  /** The folder of a root was moved or removed: what takes its place is not watched. */
  readonly onMove: () => void
  /** Changes are not noticed any more, for example because the system has no more watches or file descriptors. */
  readonly onFailure: (error: unknown) => void
}

/** Watches the folders of roots; resolves when every change from then on is noticed, or watching failed. */
export type WatchFiles = (roots: readonly Root[], listener: FileListener) => Promise<Watch>

/** Watches in this thread, by the notifications of the system. Leaves out roots that cannot be reached. */
export async function watchFiles(roots: readonly Root[], listener: FileListener): Promise<Watch> {
  const { watch } = await import('chokidar')
  const watchers: FSWatcher[] = []
  const ready: Promise<void>[] = []
  for (const root of roots.filter((each) => rootTrouble(each) === undefined)) {
    const scope = rootScope(root, roots)
    const ignored = (path: string, stats?: Stats) => {
      const inside = relative(root.path, path).split(sep).join('/')
      return inside !== '' && !isWatched(scope, inside, stats)
    }
    // An event only says that something may have changed: the next update finds out what.
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

/**
 * Whether a change of this file or folder may concern the index; without stats the path may be a folder. Does not test ignore
 * files: a change of an ignored file costs one check of the files.
 */
export function isWatched(scope: RootScope, path: string, stats: Stats | undefined): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const isReached = foldersAround(path).every((folder) => isEntered(scope, folder))
  if (!isReached) return false
  if (ignoreFiles.has(name)) return true
  const isFile = scope.hasFile(path) && scope.isText(name) && (!isPassedOver(name) || scope.isNamed(path))
  if (stats?.isDirectory()) return isEntered(scope, path)
  return isFile || (stats === undefined && isEntered(scope, path))
}

/**
 * How many files and folders the system has to watch for these roots: those whose change may concern the index. Yields to other
 * work in between.
 * @param most counting stops a little beyond this; default never
 */
export async function countWatched(roots: readonly Root[], { most = Infinity } = {}): Promise<number> {
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

/** Sends each value at most once per interval, in milliseconds, and at its end. */
export function throttled<Value>(send: (value: Value) => void, interval: number): (value: Value) => void {
  const waiting = new Set<Value>()
  return (value) => {
    if (waiting.has(value)) return
    waiting.add(value)
    setTimeout(() => {
      waiting.delete(value)
      send(value)
    }, interval)
  }
}

function isEntered(scope: RootScope, path: string): boolean {
  if (!scope.hasFolder(path)) return false
  const name = path.slice(path.lastIndexOf('/') + 1)
  return !isPassedOver(name) || scope.isNamed(path) || scope.leadsToNamed(path)
}

/** The entries of a folder that are watched; links are not followed. */
function watchedIn(root: string, scope: RootScope, folder: string) {
  return readNames(join(root, folder)).flatMap((name) => {
    const path = folder === '' ? name : `${folder}/${name}`
    const stats = lstatSync(join(root, path), { throwIfNoEntry: false })
    return stats && isWatched(scope, path, stats) ? [{ path, isFolder: stats.isDirectory() }] : []
  })
}

function readNames(folder: string): string[] {
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

/** Events of the folder itself carry its own name, as do those of a file in it that has the same name. */
function isOfFolder(root: Root, [event, name, details]: readonly [string, string, unknown]): boolean {
  const watchedPath = (details as { readonly watchedPath?: string } | undefined)?.watchedPath
  return event === 'rename' && watchedPath === root.path && name === basename(root.path)
}
