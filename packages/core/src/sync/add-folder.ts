import { realpathSync, statSync } from 'node:fs'
import { basename, resolve, sep } from 'node:path'
import type { Root, Store } from '@recallite/store'
import { MemoryError } from '../errors.js'
import { isInside } from '../is-inside.js'

function realFolder(folder: string): string {
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
 * Makes a folder a root, or finds the root it already is.
 * @throws MemoryError `FOLDER_NOT_FOUND`, `ROOT_OVERLAPS`
 */
export async function addFolder(store: Store, folder: string): Promise<Root> {
  const path = realFolder(folder)
  const roots = await store.listRoots()
  const present = roots.find((root) => root.path === path)
  if (present) return present
  refuseOverlap(path, roots)
  return store.addRoot({ name: basename(path), path })
}
