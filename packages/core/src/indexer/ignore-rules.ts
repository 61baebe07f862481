import type { Ignore } from 'ignore'
import { foldName } from '../system-paths.js'

/** The patterns of one folder's ignore files, for what is below the folder. */
interface IgnoreLevel {
  readonly make: MakeMatcher
  /** Relative to the root; empty for the root. */
  readonly folder: string
  readonly lines: readonly string[]
  readonly matcher: PatternMatcher
  /** Whether the matcher has to be asked. */
  readonly mayMatch: (path: string) => boolean
}

/** What is ignored below a folder: by its own patterns and those of the folders above it, the outermost first. */
export type IgnoreRules = readonly IgnoreLevel[]

/** A name that only patterns for all names match. */
const anyName = '\u{F8FF}any\u{F8FF}'

/** Patterns with the meaning that git gives them. */
interface PatternMatcher {
  /** Whether the last matching pattern ignores a path or takes it back; neither if none matches. */
  test(path: string): { readonly ignored: boolean; readonly unignored: boolean }
  /** The same with another pattern at the end. */
  withPattern(pattern: string): PatternMatcher
}

type MakeMatcher = (patterns: readonly string[]) => PatternMatcher

const wildcard = /[*?[\\\r\t]|\/\//u
const ending = /^\*\.([^.]+)$/u

export function countPatterns(rules: IgnoreRules): number {
  return rules.reduce((sum, { lines }) => sum + lines.length, 0)
}

/** The patterns of one folder. Git compares names as the file systems of the platform do. */
export function levelOf(make: MakeMatcher, folder: string, written: readonly string[]): IgnoreLevel {
  const lines = written.map((line) => foldName(line))
  return { make, folder, lines, matcher: make(lines), mayMatch: createPrefilter(lines, make) }
}

/**
 * Whether a file, or a folder with a slash at its end, is ignored: the last matching pattern decides, of the innermost folder
 * that has one. The folders around the path must have been entered. As in git:
 * https://git-scm.com/docs/gitignore#_description
 */
export function isIgnored(rules: IgnoreRules, path: string): boolean {
  for (const level of rules.toReversed()) {
    const inside = below(level, path)
    if (!level.mayMatch(inside)) continue
    const { ignored, unignored } = level.matcher.test(inside)
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
    if (!level.mayMatch(`${inside}/`) || !level.matcher.test(`${inside}/`).ignored) return level
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
export async function loadMakeMatcher(): Promise<MakeMatcher> {
  const { default: ignore } = await import('ignore')
  const toMatcher = (rules: Ignore): PatternMatcher => ({
    test: (path) => rules.test(path),
    withPattern: (pattern) => toMatcher(ignore({ ignorecase: false }).add(rules).add([pattern])),
  })
  return (patterns) => toMatcher(ignore({ ignorecase: false }).add(patterns))
}

/**
 * A fast test of whether any of the patterns may match a path (with a slash at its end if it is a folder); where it says no,
 * none does. Folders with thousands of files and patterns that match none of them are common.
 */
export function createPrefilter(lines: readonly string[], make: MakeMatcher): (path: string) => boolean {
  const { names, paths, endings, others } = sortPatterns(lines)
  const matcher = others.length > 0 ? make(others) : undefined
  return (path) => {
    const plain = path.endsWith('/') ? path.slice(0, -1) : path
    const name = plain.slice(plain.lastIndexOf('/') + 1)
    if (names.has(name) || paths.has(plain) || endings.has(name.slice(name.lastIndexOf('.') + 1))) return true
    if (!matcher) return false
    const { ignored, unignored } = matcher.test(path)
    return ignored || unignored
  }
}

function below({ folder }: IgnoreLevel, path: string): string {
  return foldName(folder === '' ? path : path.slice(folder.length + 1))
}

/** Most patterns are names, paths and extensions, which can be looked up instead of tested one after the other. */
function sortPatterns(lines: readonly string[]) {
  const [names, paths, endings] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const others: string[] = []
  for (const line of lines) {
    const plain = line.replace(/^!/u, '').replace(/ +$/u, '').replace(/\/$/u, '')
    const [, end] = ending.exec(plain) ?? []
    if (end !== undefined && !wildcard.test(end) && !end.includes('/')) endings.add(end)
    else if (wildcard.test(plain)) others.push(line)
    else if (plain.includes('/')) paths.add(plain.replace(/^\//u, ''))
    else names.add(plain)
  }
  return { names, paths, endings, others }
}
