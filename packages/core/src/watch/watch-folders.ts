import { type FSWatcher, lstatSync, readdirSync, watch, type WatchEventType } from 'node:fs'
import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Root } from '@recallite/store'
import type { FileListener, Watch } from './watch.js'

interface FolderSubject {
  readonly root: Root
  /** Whether a change of the file or folder, by its path relative to the root, may affect the index. */
  readonly isWatched: (path: string, isFolder: boolean) => boolean
  readonly listener: FileListener
}

interface FolderWatch extends Watch {
  /** Whether the folder of the root exists. */
  readonly isReached: boolean
}

/**
 * Watches a folder and each folder below it separately, so that no state of the files is needed. Follows no links. Resolves once every
 * change is noticed, or watching failed.
 */
export async function watchFolders(subject: FolderSubject): Promise<FolderWatch> {
  const { root, isWatched, listener } = subject
  const watchers = createWatchers(root, { hear, onFailure: fail })
  const ending = new AbortController()

  /** Lists a folder only once it is watched, so that no new folder is missed. */
  async function add(top: string): Promise<void> {
    const waiting = [top]
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      if (ending.signal.aborted) return
      if (watchers.begin(folder)) waiting.push(...foldersIn(subject, folder))
      await setImmediate()
    }
  }

  function fail(error: unknown): void {
    ending.abort()
    listener.onFailure(error)
  }

  /** An event only says that something may have changed: the next update finds out what. */
  function hear({ folder, event, name }: FolderEvent): void {
    if (isOfRoot(root, { folder, event, name })) listener.onMove()
    if (name === null) return listener.onChange()
    const path = within(folder, name)
    const isFolder = isFolderAt(root, path)
    const wasFolder = watchers.has(path)
    // Another folder may have taken the path.
    if (wasFolder && (event === 'rename' || !isFolder)) watchers.remove(path)
    if (isFolder && isWatched(path, true)) void renew(path)
    else if (wasFolder || isWatched(path, false)) listener.onChange()
  }

  async function renew(path: string): Promise<void> {
    if (!watchers.has(path)) await add(path)
    if (!ending.signal.aborted) listener.onChange()
  }

  await add('')
  return {
    isReached: watchers.has(''),
    async close() {
      ending.abort()
      watchers.removeAll()
    },
  }
}

/** The folders in a folder that must be watched, as paths relative to the root; none if it cannot be read. */
export function foldersIn({ root, isWatched }: Omit<FolderSubject, 'listener'>, folder: string): string[] {
  try {
    return readdirSync(fullPath(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => within(folder, name))
      .filter((path) => isWatched(path, true))
  } catch {
    return []
  }
}

interface FolderEvent {
  readonly folder: string
  readonly event: WatchEventType
  /** Null if the system does not report it. */
  readonly name: string | null
}

interface WatcherListener {
  readonly hear: (event: FolderEvent) => void
  readonly onFailure: (error: unknown) => void
}

function createWatchers(root: Root, { hear, onFailure }: WatcherListener) {
  const watchers = new Map<string, FSWatcher>()

  function remove(folder: string): void {
    for (const [path, watcher] of watchers) {
      if (path !== folder && !path.startsWith(`${folder}/`)) continue
      watcher.close()
      watchers.delete(path)
    }
  }

  return {
    has: (folder: string) => watchers.has(folder),
    remove,
    /** Returns whether the folder could be watched. */
    begin(folder: string): boolean {
      watchers.get(folder)?.close()
      watchers.delete(folder)
      try {
        const watcher = watch(fullPath(root, folder), (event, name) => hear({ folder, event, name }))
        watcher.on('error', (error) => (isFolderAt(root, folder) ? onFailure(error) : remove(folder)))
        watchers.set(folder, watcher)
        return true
      } catch (error) {
        if (!isUnreachable(error)) onFailure(error)
        return false
      }
    },
    removeAll(): void {
      for (const watcher of watchers.values()) watcher.close()
      watchers.clear()
    },
  }
}

/** Events of the root's folder itself have its name, as have those of an entry of the same name in it. */
function isOfRoot(root: Root, { folder, event, name }: FolderEvent): boolean {
  return folder === '' && event === 'rename' && name === basename(root.path)
}

/** Whether a folder was removed or is not accessible, so that an update could not read it either. */
function isUnreachable(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP'].includes(String(code))
}

/** Does not follow links. */
function isFolderAt(root: Root, path: string): boolean {
  try {
    return lstatSync(fullPath(root, path), { throwIfNoEntry: false })?.isDirectory() ?? false
  } catch {
    return false
  }
}

function within(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

function fullPath(root: Root, path: string): string {
  return path === '' ? root.path : `${root.path}/${path}`
}
