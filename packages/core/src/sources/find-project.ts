import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { realPathOf } from '../system-paths.js'
import { statsAt } from './source.js'

/** The parts of the source `memory`, in the folder of a project. */
export const [memoryFile, memoryFolder] = ['MEMORY.md', 'memory'] as const

/** Where to look for a project. */
export interface ProjectSearch {
  /** The user's home folder, which is a project only for programs that run directly in it. */
  readonly home: string
}

/** Group rights do not count, because many systems give each user a separate group with write access. */
const writableByAll = 0o002

/**
 * Finds the project of a folder: the nearest folder upwards that contains a memory (`MEMORY.md` or `memory/`). The search ends at a
 * folder with `.git`, below the home folder, and below folders of other users or with write access for all, where anyone could
 * have put a memory.
 * @param folder absolute
 * @returns the real path of the project; undefined if there is none
 */
export function findProject(folder: string, { home }: ProjectSearch): string | undefined {
  const start = realPathOf(folder)
  if (start === undefined) return undefined
  if (hasMemory(start)) return start
  const ends = new Set([home, realPathOf(home), dirname(start) === start ? start : undefined])
  for (let inner = start; !statsAt(join(inner, '.git')) && !ends.has(inner);) {
    const around = dirname(inner)
    if (around === inner || ends.has(around) || isOpenToOthers(around)) return undefined
    if (hasMemory(around)) return around
    inner = around
  }
  return undefined
}

/** Whether a folder contains a file `MEMORY.md` or a folder `memory`, or links to them. */
export function hasMemory(folder: string): boolean {
  const [file, inner] = [memoryFile, memoryFolder].map((name) => statsAt(join(folder, name)))
  return file?.isFile() === true || inner?.isDirectory() === true
}

/** Whether another user may write to a folder; true if unknown. */
function isOpenToOthers(folder: string): boolean {
  const self = process.getuid?.()
  if (self === undefined) return false
  try {
    const { uid, mode } = statSync(folder)
    return (uid !== self && uid !== 0) || (mode & writableByAll) !== 0
  } catch {
    return true
  }
}
