import { lazyPattern } from '../lazy-pattern.js'
import { dashesCount, readPrefix, starsCount } from './marks.js'
import type { Piece } from './pieces.js'
import { readField } from './query-field.js'
import type { QueryField } from './syntax-tree.js'

/** The words that join what stands beside them. */
export type OperatorName = 'AND' | 'OR' | 'NOT'

/** Something that is looked for as it is. */
export type TermToken =
  | { readonly kind: 'phrase'; readonly text: string }
  | { readonly kind: 'prefix'; readonly text: string }

/** The smallest thing in a query that means something. */
export type Token =
  | TermToken
  | { readonly kind: 'word'; readonly text: string }
  /** A term behind a dash; `source` is what was typed. */
  | { readonly kind: 'unwanted'; readonly part: TermToken; readonly source: string }
  | { readonly kind: 'field'; readonly field: QueryField }
  | { readonly kind: 'operator'; readonly name: OperatorName }
  | { readonly kind: 'open' | 'close' }

/** Whether a query has a word that could join others. */
export function hasOperator(pieces: readonly Piece[]): boolean {
  return pieces.some((piece) => operatorOf(piece) !== undefined)
}

/** Reads pieces in which operators and parentheses do not count; nor do then fields that they join. */
export function plainTokens(pieces: readonly Piece[]): Token[] {
  const marks = marksIn(pieces.map(wordOf))
  return pieces.flatMap((piece, index): Token[] => {
    const tokens = readPiece(piece, marks)
    const isWord = piece.quoted === undefined && tokens[0]?.kind === 'field' && isOperand(pieces, index)
    return isWord ? [{ kind: 'word', text: piece.bare }] : tokens
  })
}

/** Reads pieces with operators and groups, if they are to count. */
export function groupedTokens(pieces: readonly Piece[]): Token[] {
  const parts = pieces.map(ungroup)
  const marks = marksIn(parts.map(({ core }) => (operatorOf(core) === undefined ? wordOf(core) : '')))
  return parts.flatMap(({ opening, core, closing }): Token[] => {
    const name = operatorOf(core)
    const isEmpty = core.bare === '' && core.quoted === undefined
    const tokens: Token[] = name === undefined ? readPiece(core, marks) : [{ kind: 'operator', name }]
    return [...repeat('open', opening), ...(isEmpty ? [] : tokens), ...repeat('close', closing)]
  })
}

const operators: Readonly<Record<string, OperatorName>> = { AND: 'AND', OR: 'OR', NOT: 'NOT' }

function operatorOf({ bare, quoted }: Piece): OperatorName | undefined {
  return quoted === undefined && Object.hasOwn(operators, bare) ? operators[bare] : undefined
}

/** Which marks count in a query; each does everywhere or nowhere. */
interface Marks {
  readonly dashes: boolean
  readonly stars: boolean
}

function marksIn(words: readonly string[]): Marks {
  return { dashes: dashesCount(words), stars: starsCount(words) }
}

/** What of a piece is left for rules about words. */
function wordOf(piece: Piece): string {
  return readField(piece.bare, piece.quoted) === undefined ? piece.bare : ''
}

function readPiece({ bare, quoted }: Piece, marks: Marks): Token[] {
  if (quoted === undefined) return [readUnquoted(bare, marks)]
  const phrase: TermToken = { kind: 'phrase', text: quoted }
  if (bare === '') return [phrase]
  if (bare === '-') return [{ kind: 'unwanted', part: phrase, source: `-"${quoted}"` }]
  const field = readField(bare, quoted)
  return field === undefined ? [{ kind: 'word', text: bare }, phrase] : [{ kind: 'field', field }]
}

const dashedLetter = lazyPattern(String.raw`^-\p{L}`, 'u')

function readUnquoted(bare: string, marks: Marks): Token {
  const field = readField(bare, undefined)
  if (field !== undefined) return { kind: 'field', field }
  const prefix = marks.stars ? readPrefix(bare) : undefined
  const term: TermToken | undefined = prefix === undefined ? undefined : { kind: 'prefix', text: prefix }
  if (!bare.startsWith('-') || !dashedLetter().test(bare)) return term ?? { kind: 'word', text: bare }
  if (!marks.dashes) return { kind: 'word', text: bare }
  return { kind: 'unwanted', part: term ?? { kind: 'phrase', text: bare.slice(1) }, source: bare }
}

/** Beside OR, and behind NOT, a field would mean something else than it does. */
function isOperand(pieces: readonly Piece[], index: number): boolean {
  const [before, after] = [pieces[index - 1], pieces[index + 1]]
  const joint = before && operatorOf(before)
  return joint === 'OR' || joint === 'NOT' || (after !== undefined && operatorOf(after) === 'OR')
}

/** Cuts the parentheses around a piece off. */
function ungroup(piece: Piece): { opening: number; core: Piece; closing: number } {
  let opening = 0
  while (piece.bare.charAt(opening) === '(') opening++
  let end = piece.bare.length
  if (piece.quoted === undefined) while (end > opening && piece.bare.charAt(end - 1) === ')') end--
  const core = { bare: piece.bare.slice(opening, end), quoted: piece.quoted }
  return { opening, core, closing: piece.bare.length - end }
}

function repeat(kind: 'open' | 'close', times: number): Token[] {
  return Array.from({ length: times }, () => ({ kind }))
}
