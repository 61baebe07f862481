import { platform } from 'node:os'
import type { Ignore } from 'ignore'

/** Patterns as git reads them, ready to be held against paths. */
export interface PatternMatcher {
  /** Whether the last pattern that fits a path ignores it or takes it back; neither where none fits. */
  test(path: string): { readonly ignored: boolean; readonly unignored: boolean }
  /** The same with one pattern more at the end. */
  and(pattern: string): PatternMatcher
}

/** Makes a matcher of patterns, in their order. */
export type MakeMatcher = (patterns: readonly string[]) => PatternMatcher

/** Whether names that differ by case alone are one, as git has it on these systems. */
export const isCaseless = ['darwin', 'win32'].includes(platform())

/** Loads what reads patterns: only folders with ignore files need it. */
export async function loadMakeMatcher(): Promise<MakeMatcher> {
  const { default: ignore } = await import('ignore')
  const matcherOf = (rules: Ignore): PatternMatcher => ({
    test: (path) => rules.test(path),
    and: (pattern) => matcherOf(ignore({ ignorecase: isCaseless }).add(rules).add([pattern])),
  })
  return (patterns) => matcherOf(ignore({ ignorecase: isCaseless }).add(patterns))
}
