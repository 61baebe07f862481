import { lazyPattern } from '../lazy-pattern.js'
import { hasWordCharacter } from './prose.js'
import { isFieldHead } from './query-field.js'

/** A run of characters without white space, with the quotation that directly follows it. */
export interface Piece {
  readonly bare: string
  readonly quoted: string | undefined
}

export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { start, end, text: quoted } of quotationsOf(text)) {
    const before = text.slice(from, start)
    const runs = bareRuns(before)
    const attached = /\S$/u.test(before.slice(-1)) ? (runs.pop() ?? '') : ''
    for (const bare of runs) pieces.push({ bare, quoted: undefined })
    pieces.push({ bare: attached, quoted })
    from = end
  }
  for (const bare of bareRuns(text.slice(from))) pieces.push({ bare, quoted: undefined })
  return pieces
}

/** A quotation; positions in UTF-16 units include the marks, the text does not. */
interface Quotation {
  readonly start: number
  readonly end: number
  readonly text: string
}

const anyMark = /["＂“”„«»「」『』]/g

/**
 * The quotations of a text in order. There are none if one mark has no partner, encloses nothing, or is a straight one
 * where prose has none: then the marks are inches or code.
 */
function quotationsOf(text: string): Quotation[] {
  const quotations: Quotation[] = []
  let from = 0
  for (let start = nextMatch(anyMark, text, 0); start >= 0; start = nextMatch(anyMark, text, from)) {
    const quotation = readQuotation(text, start, from)
    if (quotation === undefined) return []
    quotations.push(quotation)
    from = quotation.end
  }
  return quotations
}

function nextMatch(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? -1
}

/** The closing marks of each opening mark. */
const closing: Readonly<Record<string, RegExp>> = {
  '"': /"/g,
  '＂': /＂/g,
  '“': /”/g,
  '„': /[“”]/g,
  '«': /»/g,
  '「': /」/g,
  '『': /』/g,
}

function readQuotation(text: string, start: number, from: number): Quotation | undefined {
  const mark = text.charAt(start)
  const close = closing[mark]
  if (close === undefined) return undefined
  const end = nextMatch(close, text, start + 1) + 1
  if (end === 0) return undefined
  const isStraight = mark === '"' || mark === '＂'
  if (isStraight && !(mayOpen(text.slice(from, start)) && mayClose(text, end))) return undefined
  const quoted = text
    .slice(start + 1, end - 1)
    .replaceAll(anyMark, ' ')
    .trim()
  return hasWordCharacter(quoted) ? { start, end, text: quoted } : undefined
}

/** Scripts that put no spaces around a quotation, and their punctuation. */
const unspaced = '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\u3000-\\u303f\\uff00-\\uffef'
const endsUnspaced = lazyPattern(`[${unspaced}]$`, 'u')

/** `5" disk` and `x="1"` open no quotation: a straight mark opens one only where a word can begin. */
function mayOpen(textBefore: string): boolean {
  const attached = textBefore.split(/\s/u).at(-1) ?? ''
  const bare = attached.replace(/^\(+/u, '')
  return bare === '' || bare === '-' || isFieldHead(bare) || endsUnspaced().test(attached)
}

const goesOn = lazyPattern(`[),.?!]*(?:\\s|$|[${unspaced}])`, 'uy')

function mayClose(text: string, end: number): boolean {
  goesOn().lastIndex = end
  return goesOn().test(text)
}

function bareRuns(text: string): string[] {
  return text.split(/\s+/u).filter((run) => run !== '')
}
