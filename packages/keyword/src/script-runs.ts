import { lazyPattern } from './lazy-pattern.js'
import { isLetterName, longNameEnd, maySign, nameRange } from './signs.js'
import type { TextRange } from './snippet/text-range.js'

/** A run of characters without punctuation, symbols or spaces, and its range in UTF-16 units. */
export interface PlacedRun {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Whether the script has no spaces between words. */
  readonly isUnspaced: boolean
  /** Whether it is an emoji, or a word again with the signs of its name (`.NET`), which has no position among the words. */
  readonly isSymbol: boolean
}

const latinWordCharacter = /[0-9A-Za-z\xaa\xb2\xb3\xb5\xb9\xba\xbc-\xbe\xc0-\xd6\xd8-\xf6\xf8-\xff]/

/** The code units below 256 that occur in words; no mark and no private-use character is among them. */
const isInWord = Uint8Array.from({ length: 256 }, (_, code) =>
  latinWordCharacter.test(String.fromCharCode(code)) ? 1 : 0,
)

/** Private-use characters except U+F8FF, which marks the ends of path segments in an index. */
const privateUse = '\u{E000}-\u{F8FE}\u{F0000}-\u{FFFFD}\u{100000}-\u{10FFFD}'
const inWord = `[\\p{L}\\p{N}\\p{M}\\u200c${privateUse}]`
/** `v3.2` and `3.2` are the same version. */
const versionSign = `(?<!${inWord})[vV](?=\\p{N}+\\.\\p{N})`
/** A flag, or one emoji: joined ones are several. */
const emoji = String.raw`\p{RI}{2}|[#*]\u20e3|(?![©®])\p{Extended_Pictographic}[\u{e0061}-\u{e007f}]*`
/** Letters, digits and private-use characters with their marks; or an emoji. */
const wordRun = lazyPattern(`(?!${versionSign})[\\p{L}\\p{N}${privateUse}]${inWord}*|(${emoji})`, 'gu')

/** The runs of a normalised text in order, split between scripts with and without spaces. */
export function placeRuns(text: string): PlacedRun[] {
  const runs: PlacedRun[] = []
  visitRuns(text, (start, end, kind) => {
    const run = text.slice(start, end)
    const isSymbol = kind === 'symbol'
    // `${HOME}` is `$HOME`.
    const form = isSymbol ? run.replace('${', '$') : run
    runs.push({ text: form, start, end, isUnspaced: kind === 'unspaced', isSymbol })
  })
  return runs
}

const keycap = 0x20e3

function isSkipped(code: number): boolean {
  return code <= 255 ? isInWord[code] === 0 : isCommonPunctuation(code)
}

function isKeycap(text: string, position: number): boolean {
  const code = text.charCodeAt(position)
  return (code === 0x23 || code === 0x2a) && text.charCodeAt(position + 1) === keycap
}

type VisitRun = (start: number, end: number, kind: 'word' | 'unspaced' | 'symbol') => void

/** Visits the runs of `placeRuns` without creating objects. */
function visitRuns(text: string, visit: VisitRun): void {
  let position = 0
  while (position < text.length) {
    const code = text.charCodeAt(position)
    if (isSkipped(code) && !isKeycap(text, position)) {
      position += 1
      continue
    }
    // Needs no pattern: a run of characters below 256, or of common ideographs.
    const end = code <= 255 ? runEnd(text, position) : ideographicEnd(text, position)
    if (end > 0) {
      const rest = maySign(text, position, end) ? visitName(text, { start: position, end }, visit) : position
      if (rest < end) visit(position, end, code > 255 ? 'unspaced' : 'word')
      position = Math.max(rest, end)
      continue
    }
    // The pattern is far slower than the loops above, so it reads only the rest.
    const pattern = wordRun()
    pattern.lastIndex = position
    const match = pattern.exec(text)
    if (!match) break
    position = visitMatch(text, match, visit)
  }
}

/** Visits an emoji or a run, and returns where it ends. */
function visitMatch(text: string, { 0: run, 1: isEmoji, index }: RegExpExecArray, visit: VisitRun): number {
  const end = index + run.length
  const rest = isEmoji === undefined ? visitName(text, { start: index, end }, visit) : index
  if (isEmoji !== undefined) visit(index, end, 'symbol')
  else if (rest < end) visitParts(run, index, visit)
  return Math.max(rest, end)
}

/** Longer runs are not names. */
const maxName = 64

/** Visits the name that a run is with its signs; returns where the rest starts, after the run if the name replaces it. */
function visitName(text: string, run: TextRange, visit: VisitRun): number {
  if (!maySign(text, run.start, run.end) || run.end - run.start > maxName) return run.start
  const { start, end } = nameRange(text, run)
  const isOne = end > run.end && isLetterName(text.slice(run.start, end))
  if (isOne) visit(run.start, end, 'word')
  else if (end - start > run.end - run.start) {
    visit(start, end, 'symbol')
    const longEnd = longNameEnd(text, start, end)
    if (longEnd > end && longEnd - start <= maxName) visit(start, longEnd, 'symbol')
  }
  return isOne ? end : run.start
}

const commonOnly = /^[\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]*$/
/** Scripts without spaces in which a character is a letter with its marks. */
const marked = '\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmr}\\p{sc=Mymr}'
const markedOnly = lazyPattern(`[${marked}]`, 'u')
/** Two vowel signs have the category of letters. Unlike grapheme clusters this is the same in every engine. */
const markedCharacter = lazyPattern(String.raw`[^][\p{M}\u0e33\u0eb3]*`, 'gu')

/** The characters of a run without spaces, as in the index. */
export function charactersOf(run: string): string[] {
  if (commonOnly.test(run)) return run.split('')
  return markedOnly().test(run) ? (run.match(markedCharacter()) ?? []) : [...run]
}

/** General punctuation; the ideographic space, comma and full stop. */
function isCommonPunctuation(code: number): boolean {
  return (code >= 0x2010 && code <= 0x2027) || (code >= 0x3000 && code <= 0x3002)
}

/** The end of a run that begins below 256; 0 if the pattern is needed. */
function runEnd(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && isInWord[text.charCodeAt(end)] === 1) end += 1
  return text.charCodeAt(end) > 255 || mayBeVersion(text, start) ? 0 : end
}

function mayBeVersion(text: string, start: number): boolean {
  const sign = text.charAt(start)
  return (sign === 'v' || sign === 'V') && /\p{N}/u.test(text.charAt(start + 1))
}

/** The end of a run of kana and common ideographs; 0 if there is none or the pattern is needed. */
function ideographicEnd(text: string, start: number): number {
  let end = start
  while (isCommonIdeographic(text.charCodeAt(end))) end += 1
  const code = text.charCodeAt(end)
  const isEnd = end === text.length || code <= 255 || isCommonPunctuation(code)
  return end > start && isEnd ? end : 0
}

function isCommonIdeographic(code: number): boolean {
  return (
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0x3041 && code <= 0x3096) ||
    (code >= 0x30a1 && code <= 0x30fa)
  )
}

/** Scripts without spaces whose characters are letters; Hangul is included for its attached particles. */
const ideographic = '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Bopo}'
const runOfOneKind = lazyPattern(`[${ideographic}]+|[${marked}]+|[^${ideographic}${marked}]+`, 'gu')

function visitParts(text: string, start: number, visit: VisitRun): void {
  if (!isUnspaced(text)) return visit(start, start + text.length, 'word')
  for (const { 0: run, index } of text.matchAll(runOfOneKind())) {
    visit(start + index, start + index + run.length, isUnspaced(run) ? 'unspaced' : 'word')
  }
}

const unspaced = lazyPattern(`[${ideographic}${marked}]`, 'u')

function isUnspaced(run: string): boolean {
  return unspaced().test(run)
}
