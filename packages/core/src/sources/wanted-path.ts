import { basename, dirname, join, resolve, sep } from 'node:path'
import { maximumGlobLength } from '@recallite/store'
import { realPathOf, splitPath } from '../system-paths.js'
import { escapeGlob, hasWildcards, unescapeGlob } from './glob-text.js'
import { missingPath, type PathsSource, statsAt, wantOnly, type Wanted } from './source.js'

/** The folder at a path, or the file of one, with links followed; undefined if there is neither. */
export function wantedAt(path: string): Wanted | undefined {
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
export function wantedPath(text: string, { folder = '.', home }: Pick<PathsSource, 'folder' | 'home'>) {
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
