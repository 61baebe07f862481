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

/** The characters below 256 that occur in words; no mark and no private-use character is among them. */
const latin = String.raw`0-9A-Za-z\xaa\xb2\xb3\xb5\xb9\xba\xbc-\xbe\xc0-\xd6\xd8-\xf6\xf8-\xff`
/** Kana and common ideographs; general punctuation, the ideographic space, comma and full stop. */
const [common, punctuation] = [
  '\\u3041-\\u3096\\u30a1-\\u30fa\\u4e00-\\u9fff',
  '\\u2010-\\u2027\\u3000-\\u3002',
]

/** Characters between words, but not those of keycaps. */
const gap = new RegExp(`(?:[^${latin}\\u0100-\\uffff#*]|[#*](?!\\u20e3)|[${punctuation}])+`, 'y')
/** A run that does not need `wordRun`, which is far slower. */
const plainRun = new RegExp(
  `(?![vV][0-9\\xb2\\xb3\\xb9\\xbc-\\xbe])[${latin}]+(?![${latin}\\u0100-\\uffff])|[${common}]+(?=$|[\\0-\\xff${punctuation}])`,
  'y',
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

function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : start
}

type VisitRun = (start: number, end: number, kind: 'word' | 'unspaced' | 'symbol') => void

/** Visits the runs of `placeRuns` without creating objects. */
function visitRuns(text: string, visit: VisitRun): void {
  let position = 0
  for (;;) {
    position = endOf(gap, text, position)
    const end = endOf(plainRun, text, position)
    if (end > position) {
      const rest = maySign(text, position, end) ? visitName(text, { start: position, end }, visit) : position
      if (rest < end) visit(position, end, text.charCodeAt(position) > 255 ? 'unspaced' : 'word')
      position = Math.max(rest, end)
      continue
    }
    const pattern = wordRun()
    pattern.lastIndex = position
    const match = pattern.exec(text)
    if (!match) return
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

const commonOnly = new RegExp(`^[${common}]*$`)
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
