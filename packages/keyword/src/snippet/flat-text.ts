import { lazyPattern } from '../lazy-pattern.js'
import { createTextCache } from '../text-cache.js'
import { joiningCharacters, type TextRange } from './text-range.js'

/** A sentence, or a line that counts as one. */
export interface Sentence extends TextRange {
  readonly isHeading: boolean
  /** Whether it continues a divided sentence. */
  readonly isContinuation?: boolean
}

/** Converts a heading's inline markup to plain text. */
export type HeadingText = (source: string) => string

/** A text on one line and its sentences, in order. */
export interface FlatText {
  readonly text: string
  readonly sentences: readonly Sentence[]
}

/** Each text as it was flattened with each function. */
const flatTexts = createTextCache(1_000_000, () => new Map<HeadingText | undefined, FlatText>())

/**
 * A Markdown text on one line, without block markup. Caches texts, because the best notes answer many queries.
 * @param headingText default: the markup of headings stays
 */
export function flattenMarkdown(text: string, headingText?: HeadingText): FlatText {
  const flat = flatTexts(text).get(headingText) ?? flatten(readBlocks(text, headingText))
  flatTexts(text).set(headingText, flat)
  return flat
}

export function flattenAsIs(text: string): FlatText {
  const flat = onOneLine(text)
  return flatten(flat === '' ? [] : [{ kind: 'prose', text: flat }])
}

/** Joins sentences across which one of the ordered ranges extends. */
export function joinAcross(sentences: readonly Sentence[], ranges: readonly TextRange[]): Sentence[] {
  const joined: Sentence[] = []
  let [next, reaches] = [0, 0]
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
 * The positions in a one-line text where sentences begin, from one pass over Unicode's sentence marks. `Intl.Segmenter` ends
 * sentences within addresses (`?q=1`) and after titles (`Dr.`), and takes seconds for 100,000 characters.
 */
export function sentenceStarts(text: string): number[] {
  const starts = text === '' ? [] : [0]
  for (const { 0: marks, index: position } of text.matchAll(ends())) {
    if (!isEnd(text, starts.at(-1) ?? 0, { marks, position })) continue
    const after = position + marks.length
    const start = text.charAt(after) === ' ' ? after + 1 : after
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

function between(before: string, after: string): string {
  const announcesMore = /[\p{STerm}…:;,—{([}]$/u.test(before.slice(-2))
  return announcesMore || /^[)\]}]/u.test(after) ? ' ' : divider
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
function isJoined(text: string, position: number): boolean {
  return text.charCodeAt(position) > 127 && joinsCharacterBefore().test(text.slice(position, position + 2))
}

/** How many characters distinguish a word from an abbreviation. */
const reach = 5

function isEnd(
  text: string,
  start: number,
  { marks, position }: { marks: string; position: number },
): boolean {
  const after = position + marks.length
  if (text.charAt(after) !== ' ' && !/[。！？｡．]/u.test(marks)) return false
  const before = text.slice(Math.max(start, position - reach), position)
  // The number of a list item is not a sentence.
  if (position - start <= reach && !/\p{L}/u.test(before)) return false
  const isFullStop = /^\.[.\p{Pe}\p{Pf}"'*_`~]*$/u.test(marks)
  return !isFullStop || !goesOn(before, text.slice(after, after + 3))
}

/** Whether a full stop belongs to an abbreviation or a number, so that the sentence continues. */
function goesOn(before: string, after: string): boolean {
  const isLongWord = /\p{L}{4}$/u.test(before)
  const isShortTitle = /(?<!\p{L})\p{Lu}\p{Ll}{0,2}$/u.test(before)
  // Sentences rarely begin with a small letter or a digit.
  return !isLongWord && (isShortTitle || /^ [\p{Ll}\p{N}]/u.test(after))
}

/** A part of a text that no sentence crosses, on one line and without its markup. */
export interface Block {
  /** Only prose is divided into sentences; a heading, a table row or a line of code counts as one. */
  readonly kind: 'prose' | 'heading' | 'line'
  readonly text: string
}

/** White space other than single spaces. */
const uneven = /[^\S ]|\u0085| {2}/u
const space = /[\s\u0085]+/gu

/** The text on one line, with single spaces. */
export function onOneLine(text: string): string {
  return (uneven.test(text) ? text.replace(space, ' ') : text).trim()
}

const lineEnd = /\r\n|[\n\r\u2028\u2029]/u
const fence = /^[\s>]*(`{3,}(?!`)|~{3,}(?!~))([^`]*)$/u

/**
 * Divides a text at the block structure of Markdown, and removes hashes, bullets, quote marks, outer pipes, rules and fences.
 * Inline markup stays, except in headings, since people search code for `*`, `_` and paths. Texts that are not Markdown lose no
 * word.
 */
export function readBlocks(text: string, headingText?: HeadingText): Block[] {
  const blocks = createBlocks(headingText)
  let opening = ''
  for (const source of text.split(lineEnd)) {
    const [, marks = '', language = ''] = fence.exec(source) ?? []
    if (marks !== '' && marks.startsWith(opening)) {
      blocks.add({ kind: 'break' })
      // A fence with a language opens a block, even if an earlier, unpaired fence suggests otherwise.
      opening = opening === '' || language.trim() !== '' ? marks : ''
    } else
      blocks.add(opening === '' ? readLine(source, blocks.isWithinProse()) : { kind: 'line', text: source })
  }
  return blocks.end()
}

/** A line and its kind; prose continues in the next line, an item does not continue the line before. */
type Line = { readonly kind: Block['kind'] | 'item'; readonly text: string } | { readonly kind: 'break' }

/** A line of code outside of fences ends its block. */
const codeEnd = /[;{}]\s*$/u

/** Collects blocks; prose continues until another kind begins. */
function createBlocks(headingText: HeadingText = (source) => source) {
  const blocks: Block[] = []
  const prose: string[] = []
  const push = (kind: Block['kind'], source: string): void => {
    const text = onOneLine(source)
    if (text !== '') blocks.push({ kind, text })
  }
  const endProse = (): void => push('prose', prose.splice(0).join(' '))
  return {
    isWithinProse: () => prose.length > 0,
    add(line: Line): void {
      if (line.kind !== 'prose') endProse()
      if (line.kind === 'break') return
      if (line.kind === 'heading') push('heading', headingText(line.text))
      else if (line.kind === 'line') push('line', line.text)
      else {
        prose.push(line.text)
        if (codeEnd.test(line.text)) endProse()
      }
    },
    end: (): Block[] => {
      endProse()
      return blocks
    },
  }
}

/** Most lines begin like this and have no markup. */
const letter = /^ ?[A-Za-z]/
const quote = /^\s*(?:>+\s+)+/u
/** Thematic breaks, heading underlines, separator rows of tables, empty items and quotes. */
const rule = /^[\s|:>+=*_~-]*$/u
const heading = /^\s{0,3}#{1,6}\s+/u
const closingHashes = /\s#+\s*$/u
const row = /^\s*\|/u
const outerPipes = /^\s*\||\|\s*$/gu
const bullet = /^\s*[-*+•]\s+/u
const number = /^\s*\d{1,9}[.)]\s/u
const indented = /^(?: {4}|\t)/u

function readLine(source: string, isWithinProse: boolean): Line {
  if (letter.test(source)) return { kind: 'prose', text: source }
  const line = source.replace(quote, '')
  if (rule.test(line)) return { kind: 'break' }
  if (heading.test(line)) {
    return { kind: 'heading', text: line.replace(heading, '').replace(closingHashes, '') }
  }
  if (row.test(line)) return { kind: 'line', text: line.replace(outerPipes, '') }
  if (bullet.test(line)) return { kind: 'item', text: line.replace(bullet, '') }
  if (number.test(line)) return { kind: 'item', text: line }
  if (indented.test(line) && !isWithinProse) return { kind: 'line', text: line }
  return { kind: 'prose', text: line }
}
