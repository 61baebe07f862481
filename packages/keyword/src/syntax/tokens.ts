import { lazyPattern } from '../lazy-pattern.js'
import type { TextRange } from '../snippet/text-range.js'
import { dashesCount, hasWordCharacter, isSearch, plusesCount, readPrefix, starsCount } from './marks.js'
import { isFieldHead, readField } from './query-field.js'
import type { QueryField, TermSyntax } from './syntax-tree.js'

/** The operators of a query. */
export type OperatorName = 'AND' | 'OR' | 'NOT'

/** The smallest unit of query syntax. */
export type Token =
  | TermSyntax
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'required'; readonly part: TermSyntax; readonly isStrict: boolean }
  /** An excluded term; `source` is what was typed. */
  | { readonly kind: 'excluded'; readonly part: TermSyntax; readonly source: string }
  | { readonly kind: 'field'; readonly field: QueryField }
  | { readonly kind: OperatorName }
  | { readonly kind: 'open' | 'close' }

export function hasOperator(pieces: readonly Piece[]): boolean {
  return pieces.some((piece) => operatorOf(piece) !== undefined)
}

/** Reads pieces without operators and parentheses. Fields next to operators are then words. */
export function plainTokens(pieces: readonly Piece[]): Token[] {
  const words = pieces.map(wordOf)
  const marks: Marks = {
    ...marksIn(words),
    pluses: plusesCount(words),
    phrasesNarrow: isSearch(words.filter((word) => word !== '')),
  }
  return pieces.flatMap((piece, index): Token[] => {
    const tokens = readPiece(piece, marks)
    const isWord = piece.quoted === undefined && tokens[0]?.kind === 'field' && isOperand(pieces, index)
    return isWord ? [{ kind: 'word', text: piece.bare }] : tokens
  })
}

/** Reads pieces with operators and groups. */
export function groupedTokens(pieces: readonly Piece[]): Token[] {
  const parts = pieces.map(ungroup)
  const marks = marksIn(parts.map(({ core }) => (operatorOf(core) === undefined ? wordOf(core) : '')))
  return parts.flatMap(({ opening, core, closing }): Token[] => {
    const name = operatorOf(core)
    const isEmpty = core.bare === '' && core.quoted === undefined
    const tokens: Token[] = name === undefined ? readPiece(core, marks) : [{ kind: name }]
    const open = Array.from({ length: opening }, () => ({ kind: 'open' }) as const)
    const close = Array.from({ length: closing }, () => ({ kind: 'close' }) as const)
    return [...open, ...(isEmpty ? [] : tokens), ...close]
  })
}

function operatorOf({ bare, quoted }: Piece): OperatorName | undefined {
  return quoted === undefined ? (['AND', 'OR', 'NOT'] as const).find((name) => name === bare) : undefined
}

/** Which marks count in a query; each counts everywhere or nowhere. */
interface Marks {
  readonly dashes: boolean
  readonly stars: boolean
  readonly pluses?: boolean
  /** Whether results need the phrases; in a sentence, quotation marks may be around a title. */
  readonly phrasesNarrow?: boolean
}

function marksIn(words: readonly string[]): Marks {
  return { dashes: dashesCount(words), stars: starsCount(words) }
}

/** The part of a piece that rules about words apply to. */
function wordOf(piece: Piece): string {
  return readField(piece.bare, piece.quoted) === undefined ? piece.bare : ''
}

function readPiece({ bare, quoted }: Piece, marks: Marks): Token[] {
  if (quoted === undefined) return [readUnquoted(bare, marks)]
  const phrase: TermSyntax = { kind: 'phrase', text: quoted }
  if (bare === '') return [marks.phrasesNarrow ? required(phrase, false) : phrase]
  if (bare === '+') return [required(phrase, true)]
  if (bare === '-') return [{ kind: 'excluded', part: phrase, source: `-"${quoted}"` }]
  const field = readField(bare, quoted)
  return field === undefined ? [{ kind: 'word', text: bare }, phrase] : [{ kind: 'field', field }]
}

function readUnquoted(bare: string, marks: Marks): Token {
  const field = readField(bare, undefined)
  if (field !== undefined) return { kind: 'field', field }
  const prefix = marks.stars ? readPrefix(bare) : undefined
  const term: TermSyntax | undefined = prefix === undefined ? undefined : { kind: 'prefix', text: prefix }
  const part: TermSyntax = term ?? { kind: 'phrase', text: bare.slice(1) }
  if (marks.pluses && bare.startsWith('+')) return required(part, true)
  if (!/^-\p{L}/u.test(bare)) return term ?? { kind: 'word', text: bare }
  return marks.dashes ? { kind: 'excluded', part, source: bare } : { kind: 'word', text: bare }
}

const required = (part: TermSyntax, isStrict: boolean): Token => ({ kind: 'required', part, isStrict })

/** Whether a field is next to OR or after NOT, where it would change the meaning. */
function isOperand(pieces: readonly Piece[], index: number): boolean {
  const [before, after] = [pieces[index - 1], pieces[index + 1]]
  const joint = before && operatorOf(before)
  return joint === 'OR' || joint === 'NOT' || (after !== undefined && operatorOf(after) === 'OR')
}

/** Removes the parentheses around a piece. */
function ungroup(piece: Piece): { opening: number; core: Piece; closing: number } {
  let opening = 0
  while (piece.bare.charAt(opening) === '(') opening++
  let end = piece.bare.length
  if (piece.quoted === undefined) while (end > opening && piece.bare.charAt(end - 1) === ')') end--
  const core = { bare: piece.bare.slice(opening, end), quoted: piece.quoted }
  return { opening, core, closing: piece.bare.length - end }
}

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
type Quotation = TextRange & { readonly text: string }

const anyMark = /["＂“”„«»「」『』]/g

/** The quotations in order; none if a mark has no partner, encloses nothing, or is straight inside a word (inches, code). */
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

/** Scripts without spaces around a quotation, and their punctuation. */
const unspaced = '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\u3000-\\u303f\\uff00-\\uffef'
const endsUnspaced = lazyPattern(`[${unspaced}]$`, 'u')

/** `5" disk` and `x="1"` open no quotation: a straight mark opens one only where a word can begin. */
function mayOpen(textBefore: string): boolean {
  const attached = textBefore.split(/\s/u).at(-1) ?? ''
  const bare = attached.replace(/^\(+/u, '')
  return bare === '' || bare === '-' || bare === '+' || isFieldHead(bare) || endsUnspaced().test(attached)
}

const goesOn = lazyPattern(`[),.?!]*(?:\\s|$|[${unspaced}])`, 'uy')

function mayClose(text: string, end: number): boolean {
  goesOn().lastIndex = end
  return goesOn().test(text)
}

function bareRuns(text: string): string[] {
  return text.split(/\s+/u).filter((run) => run !== '')
}
