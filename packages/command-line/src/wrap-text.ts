import { createRequire } from 'node:module'

/** A part of a text: UTF-16 offsets, the end not included. */
export interface TextPart {
  readonly start: number
  readonly end: number
}

/** How many columns a text takes on a terminal: two for a wide character, none for a mark. */
export function columnsOf(text: string): number {
  return isSimpleText(text) ? text.length : loadUnicode().stringWidth(text)
}

type Unicode = { readonly stringWidth: (text: string) => number; readonly graphemes: Intl.Segmenter }

let unicode: Unicode | undefined

/** Patterns and tables for all of Unicode take longer to load than most answers take to print. */
function loadUnicode(): Unicode {
  if (unicode) return unicode
  const loaded = createRequire(import.meta.url)('string-width') as typeof import('string-width')
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
  return (unicode = { stringWidth: loaded.default, graphemes })
}

interface Unit extends TextPart {
  readonly columns: number
  readonly isSpace: boolean
}

/**
 * Cuts a text into lines of at most `columns` columns: at white space, which belongs to no line, and between wide
 * characters, as Chinese and Japanese have no spaces, but not in front of closing punctuation or behind opening
 * punctuation. A word that is too long is cut where the line is full, unless `keepsWords` lets it stand out. A line of less
 * than two columns has one character.
 */
export function wrapText(text: string, columns: number, { keepsWords = false } = {}): TextPart[] {
  const lines: Unit[][] = [[]]
  for (const word of wordsOf(text)) {
    const line = lines.at(-1) ?? []
    if (line.length > 0 && widthOf([...line, ...word]) > columns && !isBlank(word)) lines.push([])
    addWord(lines, word, keepsWords ? Infinity : columns)
  }
  return lines.flatMap(partOf)
}

/** Adds a word to the last line, and what finds no room there to lines of its own. */
function addWord(lines: Unit[][], word: readonly Unit[], columns: number): void {
  for (const unit of word) {
    const line = lines.at(-1) ?? []
    if (unit.isSpace && line.length === 0) continue
    if (!unit.isSpace && line.length > 0 && widthOf(line) + unit.columns > columns) lines.push([unit])
    else line.push(unit)
  }
}

/** The part of the text that a line has, without the white space at its end. */
function partOf(line: readonly Unit[]): TextPart[] {
  const filled = line.slice(0, line.findLastIndex(({ isSpace }) => !isSpace) + 1)
  const [first, last] = [filled[0], filled.at(-1)]
  return first && last ? [{ start: first.start, end: last.end }] : []
}

function widthOf(units: readonly Unit[]): number {
  return units.reduce((sum, unit) => sum + unit.columns, 0)
}

function isBlank(units: readonly Unit[]): boolean {
  return units.every(({ isSpace }) => isSpace)
}

/** The graphemes of a text, in groups between which a line may end. */
function wordsOf(text: string): Unit[][] {
  const words: Unit[][] = []
  let before: { readonly unit: Unit; readonly text: string } | undefined
  for (const { segment, index } of graphemesOf(text)) {
    const isSpace = /^[^\S\u00a0\u202f]+$/u.test(segment)
    const unit = { start: index, end: index + segment.length, columns: columnsOf(segment), isSpace }
    const last = words.at(-1)
    if (last && before && !mayEnd(before, { unit, text: segment })) last.push(unit)
    else words.push([unit])
    before = { unit, text: segment }
  }
  return words
}

function graphemesOf(text: string): Iterable<{ readonly segment: string; readonly index: number }> {
  if (!isSimpleText(text)) return loadUnicode().graphemes.segment(text)
  return Array.from(text, (segment, index) => ({ segment, index }))
}

type Placed = { readonly unit: Unit; readonly text: string }

const closing =
  /^[\p{Pe}\p{Pf}!%),.:;?\]}、。〃々〻ぁぃぅぇぉっゃゅょゎゝゞァィゥェォッャュョヮヵヶー・ヽヾ！％，．：；？～…‥·]/u
const opening = /^[\p{Ps}\p{Pi}($[{¥£＄]/u

/** Whether a line may end between two graphemes. */
function mayEnd(before: Placed, after: Placed): boolean {
  if (before.unit.isSpace !== after.unit.isSpace) return true
  if (before.unit.isSpace) return false
  const isBesideWide = before.unit.columns === 2 || after.unit.columns === 2
  return isBesideWide && !closing.test(after.text) && !opening.test(before.text)
}

/**
 * Whether a text has nothing but letters of Latin, Greek and Cyrillic and usual punctuation: then each UTF-16 unit is a
 * grapheme of its own that takes one column.
 */
export function isSimpleText(text: string): boolean {
  return /^[ -~\u00a0-\u00ac\u00ae-\u024f\u0370-\u0482\u2010-\u2027\u2030-\u205e]*$/u.test(text)
}
