import { join, resolve } from 'node:path'
import { isWithin } from '@recallite/store'
import {
  statsAt,
  type MemorySource,
  nothingAt,
  nothingWanted,
  realPathOf,
  type SessionsSource,
  type Source,
  type Wanted,
  type WantedRoot,
} from './source.js'
import { wantedPath, wantedPlace } from './wanted-path.js'

/** The files of an agent's memory, in its workspace. */
const memoryInclude = ['MEMORY.md', 'memory/**/*.md']
const memoryFile = 'MEMORY.md'
const memoryFolder = 'memory'

/** Whether a folder contains what the source `memory` consists of: a file `MEMORY.md` or a folder `memory`, or links to them. */
export function hasMemory(folder: string): boolean {
  const [file, inner] = [memoryFile, memoryFolder].map((name) => statsAt(join(folder, name)))
  return file?.isFile() === true || inner?.isDirectory() === true
}

/**
 * The roots that sources want, as far as they exist and are allowed.
 * @param within the folder that the store is confined to, if any
 */
export function wantedRoots(sources: readonly Source[], within?: string): Wanted {
  const wanted = sources.map((source) => {
    const bound = typeof source === 'object' && 'within' in source ? source.within : undefined
    const reason = `it leads out of ${bound}, and is named by a file of that folder`
    return keepWithin(wantedOf(source), bound, reason)
  })
  return keepWithin(
    joinWanted(wanted),
    within,
    `the database came with the folder ${within} and holds only what lies in it. Trust the folder (recallite trust ${within}), or use another database (--db)`,
  )
}

/** Refuses what is outside of a folder. */
function keepWithin(wanted: Wanted, folder: string | undefined, reason: string): Wanted {
  if (folder === undefined) return wanted
  const isKept = ({ path }: WantedRoot) => isWithin(folder, path)
  const refused = wanted.roots.filter((root) => !isKept(root)).map(({ path }) => ({ path, reason }))
  return { ...wanted, roots: wanted.roots.filter(isKept), refused: [...wanted.refused, ...refused] }
}

function wantedOf(source: Source): Wanted {
  if (typeof source === 'string') return wantedPlace(resolve(source)) ?? nothingAt(resolve(source))
  switch (source.kind) {
    case 'memory':
      return wantedMemory(source)
    case 'paths':
      return joinWanted(source.paths.map((path) => wantedPath(path, source)))
    case 'sessions':
      return wantedSessions(source)
  }
}

function wantedMemory({ folder }: MemorySource): Wanted {
  const path = realPathOf(folder)
  // The workspace has no memory yet, or no memory any more.
  if (path === undefined || !hasMemory(path))
    return { ...nothingWanted, missing: [join(resolve(folder), memoryFolder)] }
  const linked = linkedMemory(path)
  const isAllRefused = !hasOwnMemory(path) && linked.roots.length === 0
  const own: Wanted = isAllRefused
    ? nothingWanted
    : { ...nothingWanted, roots: [{ path, include: memoryInclude }] }
  return joinWanted([own, linked])
}

/**
 * The linked parts of a memory, as scans follow no links. A link out of the folder is refused: another user may have made the
 * folder, and the link would have any folder of this user indexed.
 */
function linkedMemory(folder: string): Wanted {
  return joinWanted(
    [memoryFile, memoryFolder].map((name) => {
      const path = join(folder, name)
      const real = realPathOf(path)
      if (real === undefined || real === path) return nothingWanted
      if (!isWithin(folder, real)) {
        const reason = `it is a link out of its folder, to ${real}. If you want that indexed, name it: recallite index ${real}`
        return { ...nothingWanted, refused: [{ path, reason }] }
      }
      const [root] = wantedPlace(real)?.roots ?? []
      if (!root) return nothingWanted
      const roots = [name === memoryFolder ? { ...root, include: ['**/*.md'] } : root]
      return { ...nothingWanted, roots }
    }),
  )
}

function joinWanted(wanted: readonly Wanted[]): Wanted {
  return {
    roots: wanted.flatMap(({ roots }) => roots),
    refused: wanted.flatMap(({ refused }) => refused),
    missing: [...new Set(wanted.flatMap(({ missing }) => missing))],
    unreachable: [...new Set(wanted.flatMap(({ unreachable }) => unreachable))],
  }
}

/** Whether any part of a memory is not a link. */
function hasOwnMemory(folder: string): boolean {
  return [memoryFile, memoryFolder].some((name) => {
    const path = join(folder, name)
    return statsAt(path) !== undefined && realPathOf(path) === path
  })
}

function wantedSessions({ folder, within: _, ...rules }: SessionsSource): Wanted {
  const path = statsAt(folder)?.isDirectory() ? realPathOf(folder) : undefined
  if (path === undefined) return nothingAt(resolve(folder))
  return { ...nothingWanted, roots: [{ ...rules, path, kind: 'sessions' }] }
}
