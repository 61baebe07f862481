import { createRequire } from 'node:module'

/** A part of a text, by UTF-16 offsets; the end is exclusive. */
export interface TextPart {
  readonly start: number
  readonly end: number
}

/** The width of a text on a terminal: two columns for a wide character, none for a mark. */
export function columnsOf(text: string): number {
  return isSimpleText(text) ? text.length : loadUnicode().stringWidth(text)
}

type Unicode = { readonly stringWidth: (text: string) => number; readonly graphemes: Intl.Segmenter }

let unicode: Unicode | undefined

/** Loaded late: the tables for all of Unicode take longer to load than most answers to print. */
function loadUnicode(): Unicode {
  if (unicode) return unicode
  const loaded = createRequire(import.meta.url)('string-width') as typeof import('string-width')
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
  return (unicode = { stringWidth: loaded.default, graphemes })
}

/**
 * Wraps a text into lines of `columns` columns: at white space, which belongs to no line, and between wide characters, because Chinese
 * and Japanese have no spaces, but not before closing or after opening punctuation. A longer word is cut, unless `keepsWords` lets it
 * exceed the line. A line of fewer than two columns has one character.
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

/** Whether a text has only Latin, Greek and Cyrillic letters and common punctuation: each UTF-16 unit is then one column. */
export function isSimpleText(text: string): boolean {
  return /^[ -~\u00a0-\u00ac\u00ae-\u024f\u0370-\u0482\u2010-\u2027\u2030-\u205e]*$/u.test(text)
}
