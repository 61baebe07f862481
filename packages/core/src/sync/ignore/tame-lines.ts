/** What is taken of the lines of an ignore file. */
export interface TameLines {
  readonly lines: readonly string[]
  /** Why others do not count; undefined if all do. */
  readonly trouble: string | undefined
}

/** No pattern that people write is longer. */
const longestLine = 1000

/** Each of these multiplies what a pattern takes by the depth of the path. */
const mostFolderStars = 2

// Two folder wildcards in a row say what one says.
function withoutRepeatedStars(line: string): string {
  return line.replaceAll(/(?:\/\*{2,}){2,}(?=\/)/gu, '/**')
}

function isTame(line: string): boolean {
  const stars = line.match(/(?:^!?|\/)\*{2,}(?=\/)/gu) ?? []
  return line.length <= longestLine && stars.length <= mostFolderStars
}

function hasPattern(line: string): boolean {
  return !/^(?: *|#.*)$/u.test(line)
}

/**
 * The patterns among the lines of an ignore file, without those that are too long or too laborious, and only so many. Pure.
 */
export function tameLines(lines: readonly string[], most: number): TameLines {
  const patterns = lines.filter(hasPattern).map(withoutRepeatedStars)
  const tame = patterns.filter(isTame)
  const troubles = [
    ...(tame.length < patterns.length
      ? [
          `patterns of more than ${longestLine} characters or with **/ more than ${mostFolderStars} times do not count`,
        ]
      : []),
    ...(tame.length > most ? [`only the first ${most} patterns count`] : []),
  ]
  return { lines: tame.slice(0, most), trouble: troubles.join('; ') || undefined }
}
