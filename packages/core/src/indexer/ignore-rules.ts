import type { Ignore } from 'ignore'
import { foldName, type OpenFile, withFileInRoot } from '../system-paths.js'
import { type Dirent, readSync } from 'node:fs'
import { reasonOf } from '../errors.js'

/** The patterns of one folder's ignore files, for what is below the folder. */
interface IgnoreLevel {
  readonly make: MakeMatcher
  /** Relative to the root; empty for the root. */
  readonly folder: string
  readonly lines: readonly string[]
  readonly matcher: PatternMatcher
}

/** What is ignored below a folder: by its own patterns and those of the folders above it, the outermost first. */
export type IgnoreRules = readonly IgnoreLevel[]

/** A name that no file has, so that only patterns for every name, such as `*`, match it. */
const anyName = '\u{F8FF}any\u{F8FF}'

/** Patterns with the meaning that git gives them. */
interface PatternMatcher {
  /** Whether the last matching pattern ignores a path or takes it back; neither if none matches. */
  test(path: string): { readonly ignored: boolean; readonly unignored: boolean }
  /** The same with another pattern at the end. */
  withPattern(pattern: string): PatternMatcher
}

type MakeMatcher = (patterns: readonly string[]) => PatternMatcher

export function countPatterns(rules: IgnoreRules): number {
  return rules.reduce((sum, { lines }) => sum + lines.length, 0)
}

/** The patterns of one folder. Git compares names as the file systems of the platform do. */
function levelOf(make: MakeMatcher, folder: string, written: readonly string[]): IgnoreLevel {
  const lines = written.map((line) => foldName(line))
  return { make, folder, lines, matcher: make(lines) }
}

/**
 * Whether a file, or a folder with a slash at its end, is ignored: the last matching pattern decides, of the innermost folder
 * that has one. The folders around the path must have been entered. As in git:
 * https://git-scm.com/docs/gitignore#_description
 */
export function isIgnored(rules: IgnoreRules, path: string): boolean {
  for (const level of rules.toReversed()) {
    const { ignored, unignored } = level.matcher.test(below(level, path))
    if (ignored || unignored) return ignored
  }
  return false
}

/**
 * The rules in a folder that is not ignored. Where an inner ignore file takes back a pattern of an outer one that matches the
 * folder, the outer patterns get an exception, or they would ignore everything in the folder.
 */
export function enterFolder(rules: IgnoreRules, path: string): IgnoreRules {
  return rules.map((level) => {
    const inside = below(level, path)
    if (!level.matcher.test(`${inside}/`).ignored) return level
    const exception = `!/${inside.replaceAll(/[\\*?[\] ]/gu, String.raw`\$&`)}/`
    return { ...level, lines: [...level.lines, exception], matcher: level.matcher.withPattern(exception) }
  })
}

/**
 * The rules in a folder that a source names: without the patterns that would hide it by its name, by that of a folder around
 * it, or by hiding everything in it. Patterns for certain names in it hold.
 */
export function enterNamedFolder(rules: IgnoreRules, path: string): IgnoreRules {
  return rules.map((level) => {
    const inside = below(level, path)
    const names = inside.split('/')
    const folders = names.map((_, index) => `${names.slice(0, index + 1).join('/')}/`)
    const hiding = [...folders, `${inside}/${anyName}`]
    if (!hiding.some((folderPath) => level.matcher.test(folderPath).ignored)) return level
    const visible = level.lines.filter((line) => {
      const matcher = level.make([line])
      return !hiding.some((folderPath) => matcher.test(folderPath).ignored)
    })
    return levelOf(level.make, level.folder, visible)
  })
}

/** Loads the library, which only folders with ignore files need. */
async function loadMakeMatcher(): Promise<MakeMatcher> {
  const { default: ignore } = await import('ignore')
  const toMatcher = (rules: Ignore): PatternMatcher => ({
    test: (path) => rules.test(path),
    withPattern: (pattern) => toMatcher(ignore({ ignorecase: false }).add(rules).add([pattern])),
  })
  return (patterns) => toMatcher(ignore({ ignorecase: false }).add(patterns))
}

function below({ folder }: IgnoreLevel, path: string): string {
  return foldName(folder === '' ? path : path.slice(folder.length + 1))
}

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

function readStart({ descriptor }: OpenFile): Buffer {
  const bytes = Buffer.alloc(mostBytes + 1)
  return bytes.subarray(0, readSync(descriptor, bytes))
}

/** The first patterns among the lines of an ignore file, without those that are too long or too slow. Pure. */
function limitPatterns(lines: readonly string[], most: number): Lines {
  const patterns = lines
    .filter((line) => !blankOrComment.test(line))
    .map((line) => line.replaceAll(/(?:\/\*{2,}){2,}(?=\/)/gu, '/**'))
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

function isWithinLimits(line: string): boolean {
  const stars = line.match(/(?:^!?|\/)\*{2,}(?=\/)/gu) ?? []
  return line.length <= longestLine && stars.length <= mostFolderStars
}
