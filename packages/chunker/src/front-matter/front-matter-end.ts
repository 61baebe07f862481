import { isBlank } from '../white-space.js'
import { readKeyLine } from './key-line.js'

/** Whether a line can stand in front matter; one without a key goes with the key right above it. */
function belongs(line: string, followsKey: boolean): boolean {
  if (isBlank(line) || line.startsWith('#') || readKeyLine(line) !== undefined) return true
  return followsKey
}

/**
 * The first line, from 0, behind the front matter: a `---` at the very start, lines of keys and their values, a `---` or
 * `...`. 0 where there is none, where it is not closed, and where it is no list of keys: that is text between two rules.
 */
export function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0
  let followsKey = false
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index] ?? ''
    const mark = line.trimEnd()
    if (mark === '---' || mark === '...') return index + 1
    const isIndented = /^\s/.test(line) && !isBlank(line)
    if (!belongs(line, followsKey || (isIndented && index > 1))) return 0
    if (readKeyLine(line) !== undefined) followsKey = true
    else if (isBlank(line)) followsKey = false
  }
  return 0
}
