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

/**
 * Cuts a text into lines of at most `columns` columns: at white space, which belongs to no line, and between wide
 * characters, as Chinese and Japanese have no spaces, but not in front of closing punctuation or behind opening
 * punctuation. A word that is too long is cut where the line is full, unless `keepsWords` lets it stand out. A line of less
 * than two columns has one character.
 */
export function wrapText(text: string, columns: number, { keepsWords = false } = {}): TextPart[] {
  const lines: TextPart[] = []
  let line: { start: number; end: number } | undefined
  let width = 0
  for (const word of wordsOf(text)) {
    const wordWidth = word.reduce((sum, unit) => sum + unit.columns, 0)
    if (isBlank(word)) {
      width += wordWidth
      continue
    }
    if (width + wordWidth > columns) line = undefined
    for (const unit of word) {
      if (line && (keepsWords || width + unit.columns <= columns)) line.end = unit.end
      else {
        line = { start: unit.start, end: unit.end }
        lines.push(line)
        width = 0
      }
      width += unit.columns
    }
  }
  return lines
}

interface Unit extends TextPart {
  readonly text: string
  readonly columns: number
}

const isBlank = ([unit]: readonly Unit[]): boolean => unit !== undefined && isSpace(unit)

const isSpace = ({ text }: Unit): boolean => /^[^\S\u00a0\u202f]+$/u.test(text)

function wordsOf(text: string): Unit[][] {
  const words: Unit[][] = []
  for (const { segment, index } of graphemesOf(text)) {
    const unit = { text: segment, start: index, end: index + segment.length, columns: columnsOf(segment) }
    const word = words.at(-1)
    const before = word?.at(-1)
    if (word && before && !mayEnd(before, unit)) word.push(unit)
    else words.push([unit])
  }
  return words
}

function graphemesOf(text: string): Iterable<{ readonly segment: string; readonly index: number }> {
  if (!isSimpleText(text)) return loadUnicode().graphemes.segment(text)
  return Array.from(text, (segment, index) => ({ segment, index }))
}

const closing =
  /^[\p{Pe}\p{Pf}!%),.:;?\]}、。〃々〻ぁぃぅぇぉっゃゅょゎゝゞァィゥェォッャュョヮヵヶー・ヽヾ！％，．：；？～…‥·]/u
const opening = /^[\p{Ps}\p{Pi}($[{¥£＄]/u

function mayEnd(before: Unit, after: Unit): boolean {
  if (isSpace(before) || isSpace(after)) return isSpace(before) !== isSpace(after)
  const isBesideWide = before.columns === 2 || after.columns === 2
  return isBesideWide && !closing.test(after.text) && !opening.test(before.text)
}

/**
 * Whether a text has nothing but letters of Latin, Greek and Cyrillic and usual punctuation: then each UTF-16 unit is a
 * grapheme of its own that takes one column.
 */
export function isSimpleText(text: string): boolean {
  return /^[ -~\u00a0-\u00ac\u00ae-\u024f\u0370-\u0482\u2010-\u2027\u2030-\u205e]*$/u.test(text)
}
