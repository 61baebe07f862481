import { type Dirent, readSync } from 'node:fs'
import { type OpenFile, withFileInRoot } from '../inside-root.js'
import { reasonOf } from '../reason-of.js'
import { countPatterns, type IgnoreRules, levelOf, loadMakeMatcher } from './ignore-rules.js'

/** In the order in which they are read: patterns of a later one take precedence. */
const ignoreNames = ['.gitignore', '.recalliteignore']

/** Every file is tested against every pattern: more would make a search wait. */
const mostPatterns = 2000
const isIgnoreFile = (entry: Dirent): boolean =>
  entry.name.startsWith('.') && ignoreNames.includes(entry.name) && !entry.isDirectory()

interface ListedFolder {
  readonly root: string
  /** Relative to the root; empty for the root. */
  readonly path: string
  readonly entries: readonly Dirent[]
}

interface Lines {
  readonly lines: readonly string[]
  /** Why the others do not count; undefined if all do. */
  readonly problem: string | undefined
}

/** Longer lists are not written by hand. */
const mostBytes = 256 * 1024
const blankOrComment = /^(?: *|#.*)$/u
const decoder = new TextDecoder('utf-8')

/** Patterns that people write are shorter. */
const longestLine = 1000

/** Each folder wildcard multiplies the time of a pattern by the depth of the path. */
const mostFolderStars = 2

/**
 * The rules for the contents of a folder: those of the folders above, then those of its own ignore files; and why these do not
 * count in full.
 */
export async function folderRules(folder: ListedFolder, above: IgnoreRules) {
  if (!folder.entries.some(isIgnoreFile)) return { rules: above, problems: [] }
  const lines: string[] = []
  const problems: { path: string; reason: string }[] = []
  for (const name of ignoreNames) {
    const path = folder.path ? `${folder.path}/${name}` : name
    const file = await readIgnoreFile(folder, { name, path })
    const most = Math.max(0, mostPatterns - countPatterns(above) - lines.length)
    const patterns = limitPatterns(file.lines, most)
    lines.push(...patterns.lines)
    const reasons = [file.problem, patterns.problem].filter((problem) => problem !== undefined)
    if (reasons.length > 0) problems.push({ path, reason: `ignore file: ${reasons.join('; ')}` })
  }
  if (lines.length === 0) return { rules: above, problems }
  const make = above[0]?.make ?? (await loadMakeMatcher())
  return { rules: [...above, levelOf(make, folder.path, lines)], problems }
}

/** Does not read through a link, as git does not. */
async function readIgnoreFile(
  { root, entries }: ListedFolder,
  { name, path }: { name: string; path: string },
): Promise<Lines> {
  const entry = entries.find((each) => each.name === name)
  if (!entry || entry.isDirectory()) return { lines: [], problem: undefined }
  if (!entry.isFile())
    return { lines: [], problem: 'a link or not a regular file, which git ignores as well' }
  try {
    return await withFileInRoot(root, path, readPatternLines)
  } catch (error) {
    return { lines: [], problem: `cannot be read: ${reasonOf(error)}` }
  }
}

function readPatternLines(file: OpenFile): Lines {
  if (!file.stats.isFile()) return { lines: [], problem: 'not a regular file' }
  const bytes = readStart(file)
  if (bytes.includes(0)) return { lines: [], problem: 'not a text: it holds NUL bytes' }
  const text = decoder.decode(bytes)
  const lines = text.split(/\r?\n/u)
  if (bytes.length <= mostBytes)
    return { lines, problem: text.includes('\uFFFD') ? 'not valid UTF-8 everywhere' : undefined }
  // The last line may be incomplete.
  return { lines: lines.slice(0, -1), problem: `only its first ${mostBytes / 1024} KB count` }
}

function readStart({ descriptor, stats }: OpenFile): Buffer {
  const bytes = Buffer.alloc(Math.min(Number(stats.size), mostBytes) + 1)
  let length = 0
  for (let read = -1; read !== 0 && length < bytes.length; length += read) {
    read = readSync(descriptor, bytes, length, bytes.length - length, null)
  }
  return bytes.subarray(0, length)
}

/** The first patterns among the lines of an ignore file, without those that are too long or too slow. Pure. */
function limitPatterns(lines: readonly string[], most: number): Lines {
  const patterns = lines.filter((line) => !blankOrComment.test(line)).map(withoutRepeatedStars)
  const usable = patterns.filter(isWithinLimits)
  const problems: string[] = []
  if (usable.length < patterns.length) {
    problems.push(
      `patterns of more than ${longestLine} characters or with **/ more than ${mostFolderStars} times do not count`,
    )
  }
  if (usable.length > most) problems.push(`only the first ${most} patterns count`)
  return { lines: usable.slice(0, most), problem: problems.join('; ') || undefined }
}

/** Several folder wildcards in a row mean the same as one. */
function withoutRepeatedStars(line: string): string {
  return line.replaceAll(/(?:\/\*{2,}){2,}(?=\/)/gu, '/**')
}

function isWithinLimits(line: string): boolean {
  const stars = line.match(/(?:^!?|\/)\*{2,}(?=\/)/gu) ?? []
  return line.length <= longestLine && stars.length <= mostFolderStars
}
