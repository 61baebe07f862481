import { realpathSync, statSync } from 'node:fs'
import { basename, resolve, sep } from 'node:path'
import type { Root, Store } from '@recallite/store'
import { MemoryError } from '../errors.js'
import { isInside } from '../is-inside.js'

function realFolder(folder: string): string {
  if (folder.trim() === '') throw new MemoryError('FOLDER_NOT_FOUND', 'The name of the folder is empty.')
  const path = resolve(folder)
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) throw new MemoryError('FOLDER_NOT_FOUND', `${path} does not exist. Name a folder of notes.`)
  if (!stats.isDirectory()) {
    throw new MemoryError('FOLDER_NOT_FOUND', `${path} is not a folder. Name the folder that it is in.`)
  }
  return realpathSync(path)
}

function refuseOverlap(path: string, roots: readonly Root[]): void {
  const around = roots.find((root) => isInside(path, root.path, sep))
  if (around) {
    throw new MemoryError(
      'ROOT_OVERLAPS',
      `${path} lies inside the root ${around.name} (${around.path}), which has its files already. Index that root instead.`,
    )
  }
  const within = roots.find((root) => isInside(root.path, path, sep))
  if (within) {
    throw new MemoryError(
      'ROOT_OVERLAPS',
      `${path} holds the root ${within.name} (${within.path}). Remove that root first ('recallite roots remove ${within.name}'), or use another database.`,
    )
  }
}

/**
 * Makes folders roots, or finds the roots they already are; all of them, or none.
 * @throws MemoryError `FOLDER_NOT_FOUND`, `ROOT_OVERLAPS`
 */
export async function addFolders(store: Store, folders: readonly string[]): Promise<Root[]> {
  const known = await store.listRoots()
  const wanted: Root[] = []
  for (const path of new Set(folders.map(realFolder))) {
    const present = known.find((root) => root.path === path)
    if (!present) refuseOverlap(path, [...known, ...wanted])
    wanted.push(present ?? { name: basename(path), path })
  }
  const roots: Root[] = []
  for (const root of wanted) roots.push(await store.addRoot(root))
  return roots
}
