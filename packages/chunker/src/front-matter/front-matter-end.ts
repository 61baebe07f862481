import { isBlank } from '../white-space.js'
import { readKeyLine } from './key-line.js'

type LineKind = 'blank' | 'comment' | 'key' | 'indented' | 'bare'

function kindOf(line: string): LineKind {
  if (isBlank(line)) return 'blank'
  if (line.startsWith('#')) return 'comment'
  if (readKeyLine(line) !== undefined) return 'key'
  return /^\s/.test(line) ? 'indented' : 'bare'
}

function isMark(line: string): boolean {
  const mark = line.trimEnd()
  return mark === '---' || mark === '...'
}

/** Where the reading is: before any key, in a key's lines, or behind a blank line after them. */
type Place = 'start' | 'entry' | 'apart'

/** Where a line of each kind leads; a kind that is missing cannot stand there. */
const next: Readonly<Record<Place, Readonly<Partial<Record<LineKind, Place>>>>> = {
  start: { blank: 'start', comment: 'start', key: 'entry' },
  entry: { blank: 'apart', comment: 'entry', key: 'entry', indented: 'entry', bare: 'entry' },
  apart: { blank: 'apart', comment: 'apart', key: 'entry', indented: 'apart' },
}

/**
 * The first line, from 0, behind the front matter: a `---` at the very start, lines of keys and their values, a `---` or
 * `...`. 0 where there is none, where it is not closed, and where it is no list of keys: that is text between two
 * rules. A line at the margin without a key goes with the key right above it, not with one above a blank line.
 */
export function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0
  let place: Place = 'start'
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (isMark(line)) return index + 1
    const following: Place | undefined = next[place][kindOf(line)]
    if (following === undefined) return 0
    place = following
  }
  return 0
}
