import { isSpace, skipSpace } from '../lines.js'

/** These end a sentence if white space follows. */
const spacedEnds = '.!?…؟'
/** These always end a sentence. */
const plainEnds = '。！？｡．।॥።။។'
const mark = new RegExp(`[${spacedEnds}${plainEnds}]`, 'g')
const plain = new Set(plainEnds)
/** Shorter ones are numbers and abbreviations. */
const minLength = 16

/** The positions between `from` and `to` where a further sentence begins. Depends only on marks, so equal texts divide equally. */
export function* sentenceStarts(text: string, from: number, to: number): Generator<number> {
  let start = from
  let position = from
  while (position < to) {
    mark.lastIndex = position
    const marked = mark.exec(text)?.index ?? to
    if (marked >= to) return
    marks.lastIndex = marked
    marks.test(text)
    const end = Math.min(marks.lastIndex, to)
    position = end
    const minimum = plain.has(text.charAt(marked)) ? 1 : minLength
    if (end - start < minimum || !isEnd(text, marked, end)) continue
    position = skipSpace(text, end, to)
    if (position < to) yield position
    start = position
  }
}

/** A run of marks, closing quotes and brackets. */
const marks = new RegExp(`[${spacedEnds}${plainEnds}"'”’»)\\]*_\`」』》】）〉〕]*`, 'y')

/** Sentences seldom begin with these. */
const continuation = /[\p{Ll}\p{N}]/u
/** Words of this length are not abbreviations. */
const longWord = 4
const wordBefore = /\p{L}*$/u
const shortTitle = /^\p{Lu}\p{Ll}{0,2}$/u

function isEnd(text: string, marked: number, end: number): boolean {
  const character = text.charAt(marked)
  if (plain.has(character)) return true
  if (!isSpace(text.charCodeAt(end))) return false
  const goesOn = continuation.test(text.charAt(end + 1))
  if (character === '…') return !goesOn
  if (character !== '.') return true
  const [word = ''] = wordBefore.exec(text.slice(Math.max(0, marked - longWord), marked)) ?? []
  // "e.g. such", "no. 5" and "Mr. Such" go on.
  return goesOn ? word.length >= longWord : !shortTitle.test(word)
}
