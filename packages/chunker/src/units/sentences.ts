import { isSpace, skipSpace } from '../lines.js'

/** Marks that end a sentence if white space follows. */
const spacedEnds = '.!?…؟'
/** Marks that end a sentence in any case. */
const plainEnds = '。！？｡．।॥።။។'
const mark = new RegExp(`[${spacedEnds}${plainEnds}]`, 'g')
const plain = new Set(plainEnds)
/** Shorter ones are numbers and abbreviations. */
const shortestSentence = 16

/**
 * The positions between `from` and `to` where a sentence begins after another one. Depends on marks only, so that the
 * same text is divided alike wherever it occurs, in one pass.
 */
export function* sentenceStarts(text: string, from: number, to: number): Generator<number> {
  let start = from
  let position = from
  while (position < to) {
    mark.lastIndex = position
    const marked = mark.exec(text)?.index ?? to
    if (marked >= to) return
    const behind = skipMarks(text, marked + 1, to)
    position = behind
    const minimum = plain.has(text.charAt(marked)) ? 1 : shortestSentence
    if (behind - start < minimum || !isEnd(text, marked, behind)) continue
    position = skipSpace(text, behind, to)
    if (position < to) yield position
    start = position
  }
}

const ends = new Set(spacedEnds + plainEnds)
const closers = new Set('"\'”’»)]*_`」』》】）〉〕')

/** The position after a run of marks, closing quotes and brackets. */
function skipMarks(text: string, from: number, to: number): number {
  let position = from
  while (position < to && (ends.has(text.charAt(position)) || closers.has(text.charAt(position)))) position++
  return position
}

/** What sentences seldom begin with. */
const continuation = /[\p{Ll}\p{N}]/u
/** A word with this many letters is not an abbreviation. */
const longWord = 4
const shortTitle = /^\p{Lu}\p{Ll}{0,2}$/u

function isEnd(text: string, marked: number, behind: number): boolean {
  const character = text.charAt(marked)
  if (plain.has(character)) return true
  if (!isSpace(text.charCodeAt(behind))) return false
  const goesOn = continuation.test(text.charAt(behind + 1))
  if (character === '…') return !goesOn
  if (character !== '.') return true
  const word = wordBefore(text, marked)
  // "e.g. such", "no. 5" and "Mr. Such" go on.
  return goesOn ? word.length >= longWord : !shortTitle.test(word)
}

const letter = /\p{L}/u

/** The letters before a position, as many as distinguish an abbreviation. */
function wordBefore(text: string, position: number): string {
  let start = position
  while (start > 0 && position - start < longWord && letter.test(text.charAt(start - 1))) start--
  return text.slice(start, position)
}
