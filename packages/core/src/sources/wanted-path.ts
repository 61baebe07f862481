import { basename, dirname, join, resolve, sep } from 'node:path'
import { maximumGlobLength } from '@recallite/store'
import { escapeGlob, hasGlobSigns, unescapeGlob } from './glob-text.js'
import { lookAtPath, nothingAt, nothingWanted, realPathOf, type Wanted } from './source.js'

/** Where a path that people write begins. */
export interface PathBase {
  /** Of relative paths; default the working folder. */
  readonly folder?: string | undefined
  /** What `~` stands for. */
  readonly home?: string | undefined
}

/**
 * What a path names as it stands, links followed: a folder, or a file of one; undefined where nothing is there. What is
 * neither a file nor a folder is not there.
 */
export function wantedPlace(path: string): Wanted | undefined {
  const stats = lookAtPath(path)
  const real = stats && realPathOf(path)
  if (!stats || real === undefined) return undefined
  if (stats.isDirectory()) return { ...nothingWanted, roots: [{ path: real }] }
  if (!stats.isFile()) return undefined
  return { ...nothingWanted, roots: [{ path: dirname(real), include: [escapeGlob(basename(real))] }] }
}

/**
 * What a path means that people write: a folder, a file, or a glob for files (for folders with a slash behind it). What is
 * there as it is written is meant, whatever signs its name has.
 */
export function wantedPath(text: string, base: PathBase): Wanted {
  if (text.trim() === '') return nothingWanted
  const path = expand(text, base)
  const place = wantedPlace(path)
  if (place) return place
  return wantedGlob(path, text.endsWith('/') || text.endsWith(sep))
}

function expand(text: string, { folder = '.', home }: PathBase): string {
  const isInHome = home !== undefined && (text === '~' || text.startsWith('~/') || text.startsWith(`~${sep}`))
  return resolve(folder, isInHome ? join(home, text.slice(1)) : text)
}

function wantedGlob(path: string, isFolder: boolean): Wanted {
  const split = splitGlob(path)
  if (split.glob === '') return wantedPlace(split.folder) ?? nothingAt(split.folder)
  const real = lookAtPath(split.folder)?.isDirectory() ? realPathOf(split.folder) : undefined
  const glob = isFolder ? `${split.glob}/**` : split.glob
  if (real === undefined || glob.length > maximumGlobLength) return nothingAt(split.folder)
  return { ...nothingWanted, roots: [{ path: real, include: [glob] }] }
}

function splitGlob(path: string): { folder: string; glob: string } {
  const [top = '', ...names] = path.split(sep)
  let folder = top + sep
  for (const [index, name] of names.entries()) {
    const plain = plainName(folder, name)
    if (plain === undefined) return { folder, glob: names.slice(index).join('/') }
    folder = join(folder, plain)
  }
  return { folder, glob: '' }
}

/** A name of a glob, if it means one file or folder. Brackets in the names of real folders are no signs. */
function plainName(folder: string, name: string): string | undefined {
  if (/^[^\\*?[{]*$/u.test(name)) return name
  if (!/[*?]/u.test(name) && lookAtPath(join(folder, name))) return name
  return hasGlobSigns(name) ? undefined : unescapeGlob(name)
}
