import { type Stats, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { isWithin, type Root, type Store } from '@recallite/store'
import { MemoryError } from '../errors.js'
import { reasonOf } from '../reason-of.js'
import { innerPath, realPathOf } from '../system-paths.js'
import { isUnlimited, mergeRoots, rootAround, writeRoots } from './merge-roots.js'

/** In characters, for messages. */
const longestShown = 80

/**
 * Makes folders roots, or finds the roots that they are already; all of them, or none. A root that contains only some of its
 * files gets all of them, or all of the named folder.
 * @throws MemoryError `FOLDER_NOT_FOUND`, `FOLDER_OUTSIDE`, `ROOT_OVERLAPS`
 */
export async function addFolders(store: Store, folders: readonly string[]): Promise<Root[]> {
  const known = await store.listRoots()
  let roots: readonly Root[] = known
  const used = new Set<string>()
  for (const path of new Set(folders.map(realFolder))) {
    refuseOutside(path, store)
    if (!roots.some((root) => root.path === path)) refuseOverlap(path, roots)
    const merged = mergeRoots(roots, [{ path }])
    roots = merged.roots
    for (const root of merged.wanted) used.add(root.path)
  }
  const written = await writeRoots(store, known, roots)
  return written.filter(({ path }) => used.has(path))
}

function realFolder(folder: string): string {
  if (folder.trim() === '') throw new MemoryError('FOLDER_NOT_FOUND', 'The name of the folder is empty.')
  const path = resolve(folder)
  const stats = folderStats(path)
  if (!stats) throw new MemoryError('FOLDER_NOT_FOUND', `${path} does not exist. Name a folder of notes.`)
  if (!stats.isDirectory()) {
    throw new MemoryError('FOLDER_NOT_FOUND', `${path} is not a folder. Name the folder that it is in.`)
  }
  return realPathOf(path) ?? path
}

function folderStats(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (cause) {
    const isTooLong = (cause as NodeJS.ErrnoException).code === 'ENAMETOOLONG'
    const reason = isTooLong
      ? 'is a path that is too long for this system'
      : `cannot be looked at: ${reasonOf(cause)}`
    const named = isTooLong ? `${path.slice(0, longestShown)}…` : path
    throw new MemoryError('FOLDER_NOT_FOUND', `${named} ${reason}. Name another folder of notes.`, { cause })
  }
}

function refuseOutside(path: string, { within }: Store): void {
  if (within === undefined || isWithin(within, path)) return
  throw new MemoryError(
    'FOLDER_OUTSIDE',
    `${path} lies outside of ${within}, and the database that came with that folder holds only what lies in it. Trust the folder (recallite trust ${within}), or use another database (--db).`,
  )
}

function refuseOverlap(path: string, roots: readonly Root[]): void {
  const around = rootAround(path, roots)
  if (around && isUnlimited(around)) {
    throw new MemoryError(
      'ROOT_OVERLAPS',
      `${path} lies inside the root ${around.name} (${around.path}), which has its files already. Index that root instead.`,
    )
  }
  const within = roots.find((root) => isUnlimited(root) && innerPath(root.path, path))
  if (within) {
    throw new MemoryError(
      'ROOT_OVERLAPS',
      `${path} holds the root ${within.name} (${within.path}). Remove that root first ('recallite roots remove ${within.name}'), or use another database.`,
    )
  }
}
