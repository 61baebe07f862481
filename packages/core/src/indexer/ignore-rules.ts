import type { Ignore } from 'ignore'
import { foldName, type OpenFile, withFileInRoot } from '../system-paths.js'
import { type Dirent, readSync } from 'node:fs'
import { reasonOf } from '../errors.js'

interface IgnoreLevel {
  readonly make: MakeMatcher
  /** Relative to the root; empty for the root. */
  readonly folder: string
  readonly lines: readonly string[]
  readonly matcher: PatternMatcher
}

/** The patterns of a folder and of the folders above it, outermost first. */
export type IgnoreRules = readonly IgnoreLevel[]

/** A name that no file has: only patterns for every name, such as `*`, match it. */
const anyName = '\u{F8FF}any\u{F8FF}'

/** Patterns with git's meaning. */
interface PatternMatcher {
  /** Whether the last matching pattern ignores or re-includes a path; neither if none matches. */
  test(path: string): { readonly ignored: boolean; readonly unignored: boolean }
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
 * Whether a file, or a folder with a trailing slash, is ignored. As in git, the last matching pattern of the innermost folder
 * decides (https://git-scm.com/docs/gitignore#_description). The rules must be those of the path's folder.
 */
export function isIgnored(rules: IgnoreRules, path: string): boolean {
  for (const level of rules.toReversed()) {
    const { ignored, unignored } = level.matcher.test(below(level, path))
    if (ignored || unignored) return ignored
  }
  return false
}

/**
 * The rules in a folder that is not ignored. If an inner ignore file re-includes the folder, the outer patterns get an exception:
 * they would otherwise ignore its contents.
 */
export function enterFolder(rules: IgnoreRules, path: string): IgnoreRules {
  return rules.map((level) => {
    const inside = below(level, path)
    if (!level.matcher.test(`${inside}/`).ignored) return level
    const exception = `!/${inside.replaceAll(/[\\*?[\] ]/gu, String.raw`\$&`)}/`
    return { ...level, lines: [...level.lines, exception], matcher: level.matcher.withPattern(exception) }
  })
}

/** The rules in a folder that a source names, without the patterns that match it, a folder around it or all of its contents. */
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

/** Patterns of the later file take precedence. */
const ignoreNames = ['.gitignore', '.recalliteignore']

/** Every file is tested against every pattern; more would delay a search. */
const maxPatterns = 2000
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
  /** Why the others are ignored; undefined if all are used. */
  readonly problem: string | undefined
}

const maxBytes = 256 * 1024
const blankOrComment = /^(?: *|#.*)$/u
const decoder = new TextDecoder('utf-8')
const maxLineLength = 1000

/** Each folder wildcard multiplies the time of a pattern by the depth of the path. */
const maxFolderStars = 2

/** The rules for the contents of a folder: those from above and those of its ignore files; and why some patterns are ignored. */
export async function folderRules(folder: ListedFolder, above: IgnoreRules) {
  if (!folder.entries.some(isIgnoreFile)) return { rules: above, problems: [] }
  const lines: string[] = []
  const problems: { path: string; reason: string }[] = []
  for (const name of ignoreNames) {
    const path = folder.path ? `${folder.path}/${name}` : name
    const file = await readIgnoreFile(folder, { name, path })
    const room = Math.max(0, maxPatterns - countPatterns(above) - lines.length)
    const patterns = limitPatterns(file.lines, room)
    lines.push(...patterns.lines)
    const reasons = [file.problem, patterns.problem].filter((problem) => problem !== undefined)
    if (reasons.length > 0) problems.push({ path, reason: `ignore file: ${reasons.join('; ')}` })
  }
  if (lines.length === 0) return { rules: above, problems }
  const make = above[0]?.make ?? (await loadMakeMatcher())
  return { rules: [...above, levelOf(make, folder.path, lines)], problems }
}

/** Like git, does not follow links. */
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
  const buffer = Buffer.alloc(maxBytes + 1)
  const bytes = buffer.subarray(0, readSync(file.descriptor, buffer))
  if (bytes.includes(0)) return { lines: [], problem: 'not a text: it contains NUL bytes' }
  const text = decoder.decode(bytes)
  const lines = text.split(/\r?\n/u)
  if (bytes.length <= maxBytes)
    return { lines, problem: text.includes('\uFFFD') ? 'contains invalid UTF-8' : undefined }
  // The last line may be incomplete.
  return { lines: lines.slice(0, -1), problem: `only its first ${maxBytes / 1024} KB are read` }
}

/** The first `limit` patterns of an ignore file, without those that are too long or too slow. Pure. */
function limitPatterns(lines: readonly string[], limit: number): Lines {
  const patterns = lines
    .filter((line) => !blankOrComment.test(line))
    .map((line) => line.replaceAll(/(?:\/\*{2,}){2,}(?=\/)/gu, '/**'))
  const usable = patterns.filter(isWithinLimits)
  const problems: string[] = []
  if (usable.length < patterns.length) {
    problems.push(
      `patterns with more than ${maxLineLength} characters, or with **/ more than ${maxFolderStars} times, are ignored`,
    )
  }
  if (usable.length > limit) problems.push(`only the first ${limit} patterns are used`)
  return { lines: usable.slice(0, limit), problem: problems.join('; ') || undefined }
}

function isWithinLimits(line: string): boolean {
  const stars = line.match(/(?:^!?|\/)\*{2,}(?=\/)/gu) ?? []
  return line.length <= maxLineLength && stars.length <= maxFolderStars
}
