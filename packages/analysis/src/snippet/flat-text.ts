import { lazyPattern } from '../lazy-pattern.js'
import { type Block, onOneLine, readBlocks } from './blocks.js'
import { joiningCharacters, type TextRange } from './text-range.js'

/** A sentence, or a line that stands for itself. */
export interface Sentence extends TextRange {
  readonly isHeading: boolean
  /** Whether it goes on where the one before was cut. */
  readonly isContinuation?: boolean
}

/** A text on one line, and its sentences in order: all of it but for what stands between them. */
export interface FlatText {
  readonly text: string
  readonly sentences: readonly Sentence[]
}

/** A Markdown text on one line, without the marks that mean nothing there. */
export function flattenMarkdown(text: string): FlatText {
  return flatten(readBlocks(text))
}

/** A text on one line, with every mark it has. */
export function flattenAsIs(text: string): FlatText {
  const flat = onOneLine(text)
  return flatten(flat === '' ? [] : [{ kind: 'prose', text: flat }])
}

/** The sentences, put together where one of the ranges, which are in order, goes on from one to the next. */
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

/** Marks that end a sentence, with what closes with them; where no wide one is among them, white space must follow. */
const ends = lazyPattern('\\p{STerm}[\\p{STerm}\\p{Pe}\\p{Pf}"\'*_`~]*', 'gu')

/**
 * Where sentences begin in a text on one line: behind the marks that end one according to Unicode, and the quotes and
 * brackets that close with these. In one pass over the marks: `Intl.Segmenter` ends sentences within addresses (`?q=1`)
 * and behind titles (`Dr.`), and takes seconds for 100,000 characters.
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

/** What says by itself that something else follows, and what belongs to the line before it. */
const endsVisibly = lazyPattern(String.raw`[\p{STerm}…:;,—{([}]$`, 'u')
const belongsBefore = /^[)\]}]/u

/** Stands where a line ended that nothing else shows the end of. */
const divider = ' · '

function between(before: string, behind: string): string {
  return endsVisibly().test(before.slice(-2)) || belongsBefore.test(behind) ? ' ' : divider
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

/** Whether the first character behind a place joins the one before it. */
function isJoined(text: string, place: number): boolean {
  return text.charCodeAt(place) > 127 && joinsCharacterBefore().test(text.slice(place, place + 2))
}

const wide = /[。！？｡．]/u

/** As much of a sentence as it takes to tell a word from an abbreviation. */
const reach = 5
const letter = lazyPattern(String.raw`\p{L}`, 'u')

/** No mark but full stops. */
const stop = lazyPattern('^\\.[.\\p{Pe}\\p{Pf}"\'*_`~]*$', 'u')

/** Whether these marks end the sentence that begins at `start`. */
function isEnd(text: string, start: number, { marks, place }: { marks: string; place: number }): boolean {
  const behind = place + marks.length
  if (text.charAt(behind) !== ' ' && !wide.test(marks)) return false
  const before = text.slice(Math.max(start, place - reach), place)
  // The number of a list item is no sentence.
  if (place - start <= reach && !letter().test(before)) return false
  return !stop().test(marks) || !goesOn(before, text.slice(behind, behind + 3))
}

const longWord = lazyPattern(String.raw`\p{L}{4}$`, 'u')

/** What a sentence seldom begins with. */
const continuation = lazyPattern(String.raw`^ [\p{Ll}\p{N}]`, 'u')

/** `Dr.` and the letters that stand for a first name. */
const shortTitle = lazyPattern(String.raw`(?<!\p{L})\p{Lu}\p{Ll}{0,2}$`, 'u')

/** Whether what ends with a full stop is an abbreviation or a number, and its sentence goes on. */
function goesOn(before: string, behind: string): boolean {
  if (longWord().test(before)) return false
  return continuation().test(behind) || shortTitle().test(before)
}
