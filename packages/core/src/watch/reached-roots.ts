import { realpath, stat } from 'node:fs'
import { promisify } from 'node:util'
import type { Root } from '@recallite/store'

/** Like `realpathSync`, by which roots get their paths; the one of `fs/promises` may write the same path otherwise. */
const realPath = promisify(realpath)
const statsOf = promisify(stat)

/** Which folder is at a root's path now; undefined where it cannot be reached, or the path leads elsewhere. */
async function folderAt({ path }: Root): Promise<string | undefined> {
  try {
    if ((await realPath(path)) !== path) return undefined
    const { dev, ino } = await statsOf(path, { bigint: true })
    return `${dev}:${ino}`
  } catch {
    return undefined
  }
}

/** Roots as they are now. */
export interface ReachedRoots {
  /** Other text wherever something else is to be watched: another root, more of one, or another folder in its place. */
  readonly fingerprint: string
  readonly areReached: boolean
}

/** Looks where roots are. */
export async function reachedRoots(roots: readonly Root[]): Promise<ReachedRoots> {
  const folders = await Promise.all(roots.map(folderAt))
  const facts = roots.map(({ path, kind, include }, index) => [path, kind, include, folders[index]])
  return { fingerprint: JSON.stringify(facts), areReached: folders.every((folder) => folder !== undefined) }
}
