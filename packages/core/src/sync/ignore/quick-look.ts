import { isCaseless, type MakeMatcher } from './pattern-matcher.js'

/** What most patterns are: names, paths and endings, which can be looked up instead of tried one after the other. */
interface SortedPatterns {
  readonly names: ReadonlySet<string>
  readonly paths: ReadonlySet<string>
  readonly endings: ReadonlySet<string>
  readonly others: readonly string[]
}

const sign = /[*?[\\\r\t]|\/\//u
const ending = /^\*\.([^.]+)$/u

function fold(text: string): string {
  return isCaseless ? text.toLowerCase() : text
}

function plainOf(line: string): string {
  return line.replace(/^!/u, '').replace(/ +$/u, '').replace(/\/$/u, '')
}

function sortPatterns(lines: readonly string[]): SortedPatterns {
  const [names, paths, endings] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const others: string[] = []
  for (const line of lines) {
    const plain = fold(plainOf(line))
    const [, end] = ending.exec(plain) ?? []
    if (end !== undefined && !sign.test(end) && !end.includes('/')) endings.add(end)
    else if (sign.test(plain)) others.push(line)
    else if (plain.includes('/')) paths.add(plain.replace(/^\//u, ''))
    else names.add(plain)
  }
  return { names, paths, endings, others }
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/**
 * A quick look at whether any of the patterns may fit a path, which has a slash behind it if it is that of a folder; where
 * it says no, none does. A folder with thousands of files and a list of things that it has not is the usual case.
 */
export function quickLook(lines: readonly string[], make: MakeMatcher): (path: string) => boolean {
  const { names, paths, endings, others } = sortPatterns(lines)
  const matcher = others.length > 0 ? make(others) : undefined
  return (path) => {
    const plain = fold(path.endsWith('/') ? path.slice(0, -1) : path)
    const name = lastName(plain)
    if (names.has(name) || paths.has(plain) || endings.has(name.slice(name.lastIndexOf('.') + 1))) return true
    if (!matcher) return false
    const { ignored, unignored } = matcher.test(path)
    return ignored || unignored
  }
}
