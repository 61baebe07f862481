import type { MakeMatcher, PatternMatcher } from './pattern-matcher.js'
import { quickLook } from './quick-look.js'

/** The patterns that a folder's ignore files hold for what is below it. */
interface IgnoreLevel {
  /** Relative to the root; empty for the root. */
  readonly folder: string
  readonly lines: readonly string[]
  readonly matcher: PatternMatcher
  /** Whether the matcher need be asked. */
  readonly mayFit: (path: string) => boolean
}

/** What is ignored below a folder: by its own patterns and those of the folders above it. */
export interface IgnoreRules {
  readonly make: MakeMatcher
  /** The outermost first. */
  readonly levels: readonly IgnoreLevel[]
}

/** A name that only a pattern for all names fits. */
const anyName = '\u{F8FF}any\u{F8FF}'

function levelOf(make: MakeMatcher, folder: string, lines: readonly string[]): IgnoreLevel {
  return { folder, lines, matcher: make(lines), mayFit: quickLook(lines, make) }
}

function below({ folder }: IgnoreLevel, path: string): string {
  return folder === '' ? path : path.slice(folder.length + 1)
}

/** How many patterns hold. */
export function countPatterns(rules: IgnoreRules | undefined): number {
  return rules?.levels.reduce((sum, { lines }) => sum + lines.length, 0) ?? 0
}

/** Rules with those of one folder more. */
export function withLevel(
  { make, levels }: IgnoreRules,
  folder: string,
  lines: readonly string[],
): IgnoreRules {
  return { make, levels: [...levels, levelOf(make, folder, lines)] }
}

/**
 * Whether a file, or a folder with a slash behind it, is ignored: the last pattern that fits decides, and the innermost
 * folder first. The folders that it lies in must have been entered. As git does it:
 * https://git-scm.com/docs/gitignore#_description
 */
export function isIgnored({ levels }: IgnoreRules, path: string): boolean {
  for (const level of levels.toReversed()) {
    const inside = below(level, path)
    if (!level.mayFit(inside)) continue
    const { ignored, unignored } = level.matcher.test(inside)
    if (ignored || unignored) return ignored
  }
  return false
}

/**
 * The rules in a folder that is not ignored. Where an inner file takes back what an outer one says of the folder, the outer
 * one's matcher must be told, or it would ignore all that is in it.
 */
export function enterFolder({ make, levels }: IgnoreRules, path: string): IgnoreRules {
  const entered = levels.map((level) => {
    const inside = below(level, path)
    if (!level.mayFit(`${inside}/`) || !level.matcher.test(`${inside}/`).ignored) return level
    const exception = `!/${inside.replaceAll(/[\\*?[\] ]/gu, String.raw`\$&`)}/`
    return { ...level, lines: [...level.lines, exception], matcher: level.matcher.and(exception) }
  })
  return { make, levels: entered }
}

function foldersTo(path: string): string[] {
  const names = path.split('/')
  return names.map((_, index) => `${names.slice(0, index + 1).join('/')}/`)
}

/**
 * The rules in a folder that is not to be ignored: without the patterns that would hide it, by its name, by that of a folder
 * around it, or by hiding whatever is in it. What they say of certain names in it holds.
 */
export function enterNamedFolder({ make, levels }: IgnoreRules, path: string): IgnoreRules {
  const named = levels.map((level) => {
    const inside = below(level, path)
    const places = [...foldersTo(inside), `${inside}/${anyName}`]
    if (!places.some((place) => level.matcher.test(place).ignored)) return level
    const hides = (line: string) => {
      const { matcher } = levelOf(make, level.folder, [line])
      return places.some((place) => matcher.test(place).ignored)
    }
    return levelOf(
      make,
      level.folder,
      level.lines.filter((line) => !hides(line)),
    )
  })
  return { make, levels: named }
}
