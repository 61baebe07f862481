import { lazyPattern } from '../lazy-pattern.js'
import { parseTokens } from './parse-tokens.js'
import { type Piece, piecesOf } from './pieces.js'
import { printSyntax } from './print-syntax.js'
import { hasWordCharacter, isFunctionWord } from './prose.js'
import { allOf, depthOf, maximumSyntaxDepth, maximumSyntaxLength, type ReadQuery } from './syntax-tree.js'
import { groupedTokens, hasOperator, plainTokens, type Token } from './tokens.js'

/**
 * Reads a query. Any string is one; what is not clearly meant as syntax is plain words, and a query without syntax is
 * one run of words, the query itself without white space around it.
 *
 * What counts, in a query of one line and at most `maximumSyntaxLength`:
 * - `"token refresh"` (also “…”, „…“, «…», 「…」, 『…』): a phrase. All marks must pair up, or none counts. Beside other
 *   words it is one more alternative, as in a sentence that quotes, where a text may well say it otherwise; a phrase
 *   that must be there is joined by AND.
 * - `-draft`, `-"first draft"`: must not be there. A word needs three letters, and none counts if one of them looks like
 *   a flag, stands behind a function word, or stands inside a sentence. Something else must be wanted.
 * - `auth*`: words that begin so; three letters or more, no emphasis, no code.
 * - `a AND b`, `a OR b`, `a AND NOT b`, `a NOT b`, `(a OR b) AND c`: in capitals, with something on both sides, in a
 *   query without function words and sentence punctuation that is not in capitals throughout. NOT without AND takes
 *   one word, and none that finishes a statement (`login NOT working`). Parentheses alone are punctuation.
 * - `path:notes/*.md`, `heading:`, `source:`, `since:2026-01`, `until:`, `where:tag=ops`: the value directly behind the
 *   colon, in quotation marks if need be; `-path:drafts` and `NOT path:drafts` negate. They hold for the whole query,
 *   wherever they stand in it, so they cannot stand in a group or right beside OR.
 *
 * What would not read back the same once printed was not meant as syntax either: it is plain words as well.
 */
export function readSyntax(query: string): ReadQuery {
  const text = query.trim()
  if (text === '') return { syntax: null, fields: [] }
  const plain: ReadQuery = { syntax: { kind: 'words', text }, fields: [] }
  const read = readLine(text)
  return read !== undefined && isSame(readLine(printSyntax(read)), read) ? read : plain
}

const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/u

function readLine(line: string): ReadQuery | undefined {
  if (line.length > maximumSyntaxLength || lineBreak.test(line)) return undefined
  const pieces = piecesOf(line)
  return readGrouped(pieces) ?? readPlain(pieces)
}

function readGrouped(pieces: readonly Piece[]): ReadQuery | undefined {
  if (!hasOperator(pieces)) return undefined
  const tokens = groupedTokens(pieces)
  return operatorsCount(tokens) ? readTokens(tokens) : undefined
}

const notShouted = lazyPattern(String.raw`[\p{Ll}\p{Lo}]`, 'u')

/**
 * Whether AND, OR and NOT join what they stand between: only in a query that is no sentence and no code (its bare words
 * are words one would search for) and that is not in capitals throughout.
 */
function operatorsCount(tokens: readonly Token[]): boolean {
  const words = tokens.flatMap((token) => (token.kind === 'word' ? [token.text] : []))
  if (!words.every(canBeSearched)) return false
  const isDeliberate = tokens.some(({ kind }) => kind === 'phrase' || kind === 'prefix')
  return isDeliberate || words.some((word) => notShouted().test(word))
}

const searchWord = lazyPattern(String.raw`^[\p{L}\p{M}\p{N}@#._/~$][\p{L}\p{M}\p{N}@#._/~$\-+:'’%&\\]*$`, 'u')
const endsOpen = /[.:]$/u

/** Where these stand, operators are the subject. */
const aboutOperators = new Set(
  'operator operators gate gates logical boolean bitwise precedence truthy'.split(' '),
)

function canBeSearched(word: string): boolean {
  if (!searchWord().test(word) || endsOpen.test(word) || !hasWordCharacter(word)) return false
  return !isFunctionWord(word) && !aboutOperators.has(word.toLowerCase())
}

function readTokens(tokens: readonly Token[]): ReadQuery | undefined {
  const demand = parseTokens(tokens)
  if (demand === undefined) return undefined
  const { wanted, unwanted, fields } = demand
  if (wanted.length === 0) return unwanted.length === 0 ? { syntax: null, fields } : undefined
  const syntax = allOf(wanted, unwanted)
  return depthOf(syntax) <= maximumSyntaxDepth ? { syntax, fields } : undefined
}

function readPlain(pieces: readonly Piece[]): ReadQuery | undefined {
  const tokens = keepWanted(plainTokens(pieces))
  if (tokens.every(({ kind }) => kind === 'word')) return undefined
  return readTokens(tokens.filter((token) => token.kind !== 'word' || hasWordCharacter(token.text)))
}

/** Where nothing is wanted, nothing can be unwanted. */
function keepWanted(tokens: readonly Token[]): readonly Token[] {
  if (tokens.some(isWanted)) return tokens
  return tokens.map((token) => (token.kind === 'unwanted' ? { kind: 'word', text: token.source } : token))
}

function isWanted(token: Token): boolean {
  return (
    token.kind === 'phrase' ||
    token.kind === 'prefix' ||
    (token.kind === 'word' && hasWordCharacter(token.text))
  )
}

function isSame(one: ReadQuery | undefined, other: ReadQuery): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
