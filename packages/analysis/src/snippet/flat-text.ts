import { onOneLine, readBlocks, type Block } from './blocks.js'
import { joiningCharacters } from './graphemes.js'
import { sentenceStarts } from './sentence-starts.js'
import type { TextRange } from './text-range.js'
import { lazyPattern } from '../lazy-pattern.js'

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

/** Stands where a line ended that nothing else shows the end of. */
const divider = ' · '
/** What says by itself that something else follows, and what belongs to the line before it. */
const endsVisibly = lazyPattern(String.raw`[\p{STerm}…:;,—{([}]$`, 'u')
const belongsBefore = /^[)\]}]/u
const joinsCharacterBefore = lazyPattern(`^[${joiningCharacters}]`, 'u')

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

/** Whether the first character behind a place joins the one before it. */
function isJoined(text: string, place: number): boolean {
  return text.charCodeAt(place) > 127 && joinsCharacterBefore().test(text.slice(place, place + 2))
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
