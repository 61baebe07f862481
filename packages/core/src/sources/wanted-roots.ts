import { join, resolve } from 'node:path'
import { isWithin } from '@recallite/store'
import { missingPath, type Source, statsAt, type Wanted, type WantedRoot, wantOnly } from './source.js'
import { isSamePath, realPathOf } from '../system-paths.js'
import { hasMemory, memoryFile, memoryFolder } from './find-project.js'
import { wantedAt, wantedPath } from './wanted-path.js'

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

function keepWithin(wanted: Wanted, folder: string | undefined, reason: string): Wanted {
  if (folder === undefined) return wanted
  const isKept = ({ path }: WantedRoot) => isWithin(folder, path)
  const refused = wanted.roots.filter((root) => !isKept(root)).map(({ path }) => ({ path, reason }))
  return { ...wanted, roots: wanted.roots.filter(isKept), refused: [...wanted.refused, ...refused] }
}

function wantedOf(source: Source): Wanted {
  if (typeof source === 'string') return wantedAt(resolve(source)) ?? missingPath(resolve(source))
  switch (source.kind) {
    case 'memory':
      return wantedMemory(source.folder)
    case 'paths':
      return joinWanted(source.paths.map((path) => wantedPath(path, source)))
    case 'sessions': {
      const { folder, within: _, ...rules } = source
      const path = statsAt(folder)?.isDirectory() ? realPathOf(folder) : undefined
      if (path === undefined) return missingPath(resolve(folder))
      return wantOnly({ roots: [{ ...rules, path, kind: 'sessions' }] })
    }
  }
}

function wantedMemory(folder: string): Wanted {
  const path = realPathOf(folder)
  // The workspace has no memory yet, or no memory any more.
  if (path === undefined || !hasMemory(path))
    return wantOnly({ missing: [join(resolve(folder), memoryFolder)] })
  const linked = joinWanted([memoryFile, memoryFolder].map((name) => linkedMemory(path, name)))
  const isAllRefused = !hasOwnMemory(path) && linked.roots.length === 0
  const roots = isAllRefused ? [] : [{ path, include: [memoryFile, `${memoryFolder}/**/*.md`] }]
  return joinWanted([wantOnly({ roots }), linked])
}

/**
 * A part of a memory that is a link, as scans follow no links. A link out of the folder is refused: another user may have made
 * the folder, and the link would have any folder of this user indexed.
 */
function linkedMemory(folder: string, name: string): Wanted {
  const path = join(folder, name)
  const real = realPathOf(path)
  if (real === undefined || isSamePath(real, path)) return wantOnly({})
  if (!isWithin(folder, real)) {
    const reason = `it is a link out of its folder, to ${real}. If you want that indexed, name it: recallite index ${real}`
    return wantOnly({ refused: [{ path, reason }] })
  }
  const { roots = [] } = wantedAt(real) ?? {}
  return wantOnly({
    roots: name === memoryFolder ? roots.map((root) => ({ ...root, include: ['**/*.md'] })) : roots,
  })
}

function joinWanted(wanted: readonly Wanted[]): Wanted {
  return {
    roots: wanted.flatMap(({ roots }) => roots),
    refused: wanted.flatMap(({ refused }) => refused),
    missing: [...new Set(wanted.flatMap(({ missing }) => missing))],
    unreachable: [...new Set(wanted.flatMap(({ unreachable }) => unreachable))],
  }
}

function hasOwnMemory(folder: string): boolean {
  return [memoryFile, memoryFolder].some((name) => {
    const path = join(folder, name)
    return isSamePath(realPathOf(path) ?? '', path)
  })
}
