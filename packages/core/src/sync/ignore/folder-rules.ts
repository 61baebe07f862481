import type { Dirent } from 'node:fs'
import type { SkippedFile } from '../scan-root.js'
import { countPatterns, withLevel, type IgnoreRules } from './ignore-rules.js'
import { loadMakeMatcher } from './pattern-matcher.js'
import { readIgnoreFile, type IgnoreFile } from './read-ignore-file.js'
import { tameLines } from './tame-lines.js'

/** In the order in which they are read: what a later one says counts more. */
const ignoreNames = ['.gitignore', '.recalliteignore']

/** Every file is held against every pattern: more would make a search wait. */
const mostPatterns = 2000

const isIgnoreFile = (entry: Dirent): boolean =>
  entry.name.startsWith('.') && ignoreNames.includes(entry.name) && !entry.isDirectory()

/** The rules of a folder, and what was wrong with its ignore files. */
export interface FolderRules {
  readonly rules: IgnoreRules | undefined
  readonly troubles: readonly SkippedFile[]
}

/** A folder of a root, as a walk found it. */
export interface ListedFolder {
  readonly root: string
  /** Relative to the root; empty for the root. */
  readonly path: string
  readonly entries: readonly Dirent[]
}

async function readFolderFile(folder: ListedFolder, name: string): Promise<IgnoreFile> {
  const entry = folder.entries.find((each) => each.name === name)
  if (!entry || entry.isDirectory()) return { lines: [], trouble: undefined }
  if (!entry.isFile())
    return { lines: [], trouble: 'a link or no regular file; git passes over such as well' }
  return readIgnoreFile(folder.root, folder.path ? `${folder.path}/${name}` : name)
}

function troubleOf(path: string, troubles: readonly (string | undefined)[]): SkippedFile[] {
  const reasons = troubles.filter((trouble) => trouble !== undefined)
  return reasons.length > 0 ? [{ path, reason: `ignore file: ${reasons.join('; ')}`, isText: true }] : []
}

/**
 * The rules for what is in a folder: those from above, and those of its own ignore files. What cannot be read does not
 * count, and is told.
 */
export async function folderRules(
  folder: ListedFolder,
  above: IgnoreRules | undefined,
): Promise<FolderRules> {
  if (!folder.entries.some(isIgnoreFile)) return { rules: above, troubles: [] }
  const lines: string[] = []
  const troubles: SkippedFile[] = []
  for (const name of ignoreNames) {
    const file = await readFolderFile(folder, name)
    const room = Math.max(0, mostPatterns - countPatterns(above) - lines.length)
    const tame = tameLines(file.lines, room)
    lines.push(...tame.lines)
    troubles.push(...troubleOf(folder.path ? `${folder.path}/${name}` : name, [file.trouble, tame.trouble]))
  }
  if (lines.length === 0) return { rules: above, troubles }
  const make = above?.make ?? (await loadMakeMatcher())
  return { rules: withLevel(above ?? { make, levels: [] }, folder.path, lines), troubles }
}
