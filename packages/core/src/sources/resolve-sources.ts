import { join, resolve, basename, dirname, sep } from 'node:path'
import { isWithin, maximumGlobLength } from '@recallite/store'
import {
  missingPath,
  type Source,
  statsAt,
  type ResolvedSources,
  type SourceRoot,
  toResolved,
  type PathsSource,
} from './source.js'
import { isSamePath, realPathOf, splitPath } from '../system-paths.js'
import { hasMemory, memoryFile, memoryFolder } from './find-project.js'
import { escapeGlob, hasWildcards, unescapeGlob } from './glob-text.js'

/**
 * The folders of sources that exist and may be indexed.
 * @param within the folder to which the store is confined, if any
 */
export function resolveSources(sources: readonly Source[], within?: string): ResolvedSources {
  const resolved = sources.map((source) => {
    const bound = typeof source === 'object' && 'within' in source ? source.within : undefined
    const reason = `it leads out of ${bound}, the folder of the file that names it`
    return keepWithin(resolveSource(source), bound, reason)
  })
  return keepWithin(
    joinAll(resolved),
    within,
    `the database came with the folder ${within} and is limited to its contents. Trust the folder (recallite trust ${within}), or use another database (--db)`,
  )
}

function keepWithin(resolved: ResolvedSources, folder: string | undefined, reason: string): ResolvedSources {
  if (folder === undefined) return resolved
  const isAllowed = ({ path }: SourceRoot) => isWithin(folder, path)
  const refused = resolved.roots.filter((root) => !isAllowed(root)).map(({ path }) => ({ path, reason }))
  return { ...resolved, roots: resolved.roots.filter(isAllowed), refused: [...resolved.refused, ...refused] }
}

function resolveSource(source: Source): ResolvedSources {
  if (typeof source === 'string') return resolvePath(resolve(source)) ?? missingPath(resolve(source))
  switch (source.kind) {
    case 'memory':
      return resolveMemory(source.folder)
    case 'paths': {
      const { roots, ...others } = joinAll(source.paths.map((path) => resolveText(path, source)))
      const { description } = source
      return {
        ...others,
        roots: roots.map((root) => (description === undefined ? root : { ...root, description })),
      }
    }
    case 'sessions': {
      const { folder, within: _, ...rules } = source
      const path = statsAt(folder)?.isDirectory() ? realPathOf(folder) : undefined
      if (path === undefined) return missingPath(resolve(folder))
      return toResolved({ roots: [{ ...rules, path, kind: 'sessions' }] })
    }
  }
}

function resolveMemory(folder: string): ResolvedSources {
  const path = realPathOf(folder)
  if (path === undefined || !hasMemory(path))
    return toResolved({ missing: [join(resolve(folder), memoryFolder)] })
  const linked = joinAll([memoryFile, memoryFolder].map((name) => linkedMemory(path, name)))
  const isAllRefused = !hasUnlinkedMemory(path) && linked.roots.length === 0
  const roots = isAllRefused ? [] : [{ path, include: [memoryFile, `${memoryFolder}/**/*.md`] }]
  return joinAll([toResolved({ roots }), linked])
}

/**
 * Resolves a part of a memory that is a link, because scans do not follow links. A link out of the folder is refused: another user
 * may have made the folder, to have any folder of this user indexed.
 */
function linkedMemory(folder: string, name: string): ResolvedSources {
  const path = join(folder, name)
  const real = realPathOf(path)
  if (real === undefined || isSamePath(real, path)) return toResolved({})
  if (!isWithin(folder, real)) {
    const reason = `it is a link out of its folder, to ${real}. To index that, name it: recallite index ${real}`
    return toResolved({ refused: [{ path, reason }] })
  }
  const { roots = [] } = resolvePath(real) ?? {}
  return toResolved({
    roots: name === memoryFolder ? roots.map((root) => ({ ...root, include: ['**/*.md'] })) : roots,
  })
}

function joinAll(parts: readonly ResolvedSources[]): ResolvedSources {
  return {
    roots: parts.flatMap(({ roots }) => roots),
    refused: parts.flatMap(({ refused }) => refused),
    missing: [...new Set(parts.flatMap(({ missing }) => missing))],
    unreachable: [...new Set(parts.flatMap(({ unreachable }) => unreachable))],
  }
}

function hasUnlinkedMemory(folder: string): boolean {
  return [memoryFile, memoryFolder].some((name) => {
    const path = join(folder, name)
    return isSamePath(realPathOf(path) ?? '', path)
  })
}

/** Resolves the path of a folder or file, and follows links; undefined if there is neither. */
function resolvePath(path: string): ResolvedSources | undefined {
  const stats = statsAt(path)
  const real = stats && realPathOf(path)
  if (!stats || real === undefined) return undefined
  if (stats.isDirectory()) return toResolved({ roots: [{ path: real }] })
  if (!stats.isFile()) return undefined
  return toResolved({ roots: [{ path: dirname(real), include: [escapeGlob(basename(real))] }] })
}

/**
 * Resolves a folder, a file or a glob; a glob with a trailing slash means folders. An existing path is taken literally, even if it
 * contains wildcards.
 */
function resolveText(text: string, { folder = '.', home }: Pick<PathsSource, 'folder' | 'home'>) {
  if (text.trim() === '') return toResolved({})
  const isInHome = home !== undefined && (text === '~' || text.startsWith('~/') || text.startsWith(`~${sep}`))
  const path = resolve(folder, isInHome ? join(home, text.slice(1)) : text)
  return resolvePath(path) ?? resolveGlob(path, text.endsWith('/') || text.endsWith(sep))
}

function resolveGlob(path: string, isFolder: boolean): ResolvedSources {
  const split = splitGlob(path)
  if (split.glob === '') return resolvePath(split.folder) ?? missingPath(split.folder)
  const real = statsAt(split.folder)?.isDirectory() ? realPathOf(split.folder) : undefined
  const glob = isFolder ? `${split.glob}/**` : split.glob
  if (real === undefined || glob.length > maximumGlobLength) return missingPath(split.folder)
  return toResolved({ roots: [{ path: real, include: [glob] }] })
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

/** The name that a part of a glob matches, if it is only one. Brackets may belong to the name of an existing folder. */
function plainName(folder: string, name: string): string | undefined {
  if (/^[^\\*?[{]*$/u.test(name)) return name
  if (!/[*?]/u.test(name) && statsAt(join(folder, name))) return name
  return hasWildcards(name) ? undefined : unescapeGlob(name)
}
