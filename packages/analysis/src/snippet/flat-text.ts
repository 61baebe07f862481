import { lazyPattern } from '../lazy-pattern.js'
import { type Block, onOneLine, readBlocks } from './blocks.js'
import { joiningCharacters, type TextRange } from './text-range.js'

/** A sentence, or a line that stands alone. */
export interface Sentence extends TextRange {
  readonly isHeading: boolean
  /** Whether it continues a sentence that was divided. */
  readonly isContinuation?: boolean
}

/** A text on one line and its sentences, in order. */
export interface FlatText {
  readonly text: string
  readonly sentences: readonly Sentence[]
}

/** A Markdown text on one line, without block markup. */
export function flattenMarkdown(text: string): FlatText {
  return flatten(readBlocks(text))
}

export function flattenAsIs(text: string): FlatText {
  const flat = onOneLine(text)
  return flatten(flat === '' ? [] : [{ kind: 'prose', text: flat }])
}

/** Joins sentences where one of the ranges, which are in order, spans several of them. */
export function joinAcross(sentences: readonly Sentence[], ranges: readonly TextRange[]): Sentence[] {
  const joined: Sentence[] = []
  let next = 0
  let reaches = 0
  for (const sentence of sentences) {
    const last = joined.at(-1)
    if (last && reaches > sentence.start) {
      joined[joined.length - 1] = {
        ...last,
        end: sentence.end,
        isHeading: last.isHeading && sentence.isHeading,
      }
    } else joined.push(sentence)
    for (; (ranges[next]?.start ?? Infinity) < sentence.end; next += 1) {
      reaches = Math.max(reaches, ranges[next]?.end ?? 0)
    }
  }
  return joined
}

/** Marks that end a sentence, with closing quotes and brackets. Unless one of them is wide, white space must follow. */
const ends = lazyPattern('\\p{STerm}[\\p{STerm}\\p{Pe}\\p{Pf}"\'*_`~]*', 'gu')

/**
 * The positions in a one-line text where sentences begin, found in one pass over the sentence marks of Unicode.
 * `Intl.Segmenter` ends sentences within addresses (`?q=1`) and after titles (`Dr.`), and takes seconds for 100,000
 * characters.
 */
export function sentenceStarts(text: string): number[] {
  const starts = text === '' ? [] : [0]
  for (const { 0: marks, index: place } of text.matchAll(ends())) {
    if (!isEnd(text, starts.at(-1) ?? 0, { marks, place })) continue
    const behind = place + marks.length
    const start = text.charAt(behind) === ' ' ? behind + 1 : behind
    if (start < text.length) starts.push(start)
  }
  return starts
}

function flatten(blocks: readonly Block[]): FlatText {
  const sentences: Sentence[] = []
  const parts: string[] = []
  let length = 0
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1]
    const gap = before ? between(before.text, block.text) : ''
    length += gap.length
    for (const sentence of sentencesOf(block, length)) {
      const last = sentences.at(-1)
      if (last && isJoined(block.text, sentence.start - length))
        sentences[sentences.length - 1] = { ...last, end: sentence.end }
      else sentences.push(sentence)
    }
    parts.push(gap, block.text)
    length += block.text.length
  }
  return { text: parts.join(''), sentences }
}

/** Separates lines that have no other visible end. */
const divider = ' · '

function between(before: string, behind: string): string {
  const announcesMore = /[\p{STerm}…:;,—{([}]$/u.test(before.slice(-2))
  return announcesMore || /^[)\]}]/u.test(behind) ? ' ' : divider
}

function sentencesOf({ kind, text }: Block, offset: number): Sentence[] {
  const starts = kind === 'prose' ? sentenceStarts(text) : [0]
  return starts.map((start, index) => {
    const next = starts[index + 1] ?? text.length
    const end = next < text.length && text.charAt(next - 1) === ' ' ? next - 1 : next
    return { start: offset + start, end: offset + end, isHeading: kind === 'heading' }
  })
}

const joinsCharacterBefore = lazyPattern(`^[${joiningCharacters}]`, 'u')

/** Whether the character at a position combines with the one before it. */
function isJoined(text: string, place: number): boolean {
  return text.charCodeAt(place) > 127 && joinsCharacterBefore().test(text.slice(place, place + 2))
}

/** How many characters tell a word from an abbreviation. */
const reach = 5

function isEnd(text: string, start: number, { marks, place }: { marks: string; place: number }): boolean {
  const behind = place + marks.length
  if (text.charAt(behind) !== ' ' && !/[。！？｡．]/u.test(marks)) return false
  const before = text.slice(Math.max(start, place - reach), place)
  // The number of a list item is not a sentence.
  if (place - start <= reach && !/\p{L}/u.test(before)) return false
  const isFullStop = /^\.[.\p{Pe}\p{Pf}"'*_`~]*$/u.test(marks)
  return !isFullStop || !goesOn(before, text.slice(behind, behind + 3))
}

/** Whether a full stop belongs to an abbreviation or a number, so that the sentence continues. */
function goesOn(before: string, behind: string): boolean {
  const isLongWord = /\p{L}{4}$/u.test(before)
  const isShortTitle = /(?<!\p{L})\p{Lu}\p{Ll}{0,2}$/u.test(before)
  // Sentences seldom begin with a small letter or a digit.
  return !isLongWord && (isShortTitle || /^ [\p{Ll}\p{N}]/u.test(behind))
}
