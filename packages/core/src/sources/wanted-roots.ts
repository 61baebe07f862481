import { join, resolve, basename, dirname, sep } from 'node:path'
import { isWithin, maximumGlobLength } from '@recallite/store'
import {
  missingPath,
  type Source,
  statsAt,
  type Wanted,
  type WantedRoot,
  wantOnly,
  type PathsSource,
} from './source.js'
import { isSamePath, realPathOf, splitPath } from '../system-paths.js'
import { hasMemory, memoryFile, memoryFolder } from './find-project.js'
import { escapeGlob, hasWildcards, unescapeGlob } from './glob-text.js'

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
      return describeWanted(joinWanted(source.paths.map((path) => wantedPath(path, source))), source)
    case 'sessions': {
      const { folder, within: _, ...rules } = source
      const path = statsAt(folder)?.isDirectory() ? realPathOf(folder) : undefined
      if (path === undefined) return missingPath(resolve(folder))
      return wantOnly({ roots: [{ ...rules, path, kind: 'sessions' }] })
    }
  }
}

function describeWanted(wanted: Wanted, { description }: PathsSource): Wanted {
  if (description === undefined) return wanted
  return { ...wanted, roots: wanted.roots.map((root) => ({ ...root, description })) }
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

/** The folder at a path, or the file of one, with links followed; undefined if there is neither. */
function wantedAt(path: string): Wanted | undefined {
  const stats = statsAt(path)
  const real = stats && realPathOf(path)
  if (!stats || real === undefined) return undefined
  if (stats.isDirectory()) return wantOnly({ roots: [{ path: real }] })
  if (!stats.isFile()) return undefined
  return wantOnly({ roots: [{ path: dirname(real), include: [escapeGlob(basename(real))] }] })
}

/**
 * The folder, the file or the glob that a path means (with a slash at its end a glob for folders). A path that exists as it
 * is written is meant literally, whatever characters it contains.
 */
function wantedPath(text: string, { folder = '.', home }: Pick<PathsSource, 'folder' | 'home'>) {
  if (text.trim() === '') return wantOnly({})
  const isInHome = home !== undefined && (text === '~' || text.startsWith('~/') || text.startsWith(`~${sep}`))
  const path = resolve(folder, isInHome ? join(home, text.slice(1)) : text)
  return wantedAt(path) ?? wantedGlob(path, text.endsWith('/') || text.endsWith(sep))
}

function wantedGlob(path: string, isFolder: boolean): Wanted {
  const split = splitGlob(path)
  if (split.glob === '') return wantedAt(split.folder) ?? missingPath(split.folder)
  const real = statsAt(split.folder)?.isDirectory() ? realPathOf(split.folder) : undefined
  const glob = isFolder ? `${split.glob}/**` : split.glob
  if (real === undefined || glob.length > maximumGlobLength) return missingPath(split.folder)
  return wantOnly({ roots: [{ path: real, include: [glob] }] })
}

function splitGlob(path: string): { folder: string; glob: string } {
  const { top, names } = splitPath(path)
  let folder = top
  for (const [index, name] of names.entries()) {
    const plain = plainName(folder, name)
    if (plain === undefined) return { folder, glob: names.slice(index).join('/') }
    folder = join(folder, plain)
  }
  return { folder, glob: '' }
}

/** The name that a part of a glob means, if it means one file or folder. Brackets may be part of the names of existing folders. */
function plainName(folder: string, name: string): string | undefined {
  if (/^[^\\*?[{]*$/u.test(name)) return name
  if (!/[*?]/u.test(name) && statsAt(join(folder, name))) return name
  return hasWildcards(name) ? undefined : unescapeGlob(name)
}
