import { lazyWords } from '../lazy-pattern.js'
import { hasWordCharacter, isFunctionWord } from './marks.js'
import { parseTokens } from './parse-tokens.js'
import { printSyntax } from './print-syntax.js'
import { allOf, depthOf, maximumSyntaxDepth, maximumSyntaxLength, type ReadQuery } from './syntax-tree.js'
import { groupedTokens, hasOperator, type Piece, piecesOf, plainTokens, type Token } from './tokens.js'

/**
 * Reads the syntax of a query. Any string is valid: what is not clearly syntax is plain words, and a query without
 * syntax is one run of words. Only its first `maximumSyntaxLength` characters are read.
 *
 * Recognised in one line of up to `maximumSyntaxLength` characters:
 * - `"token refresh"` (also “…”, „…“, «…», 「…」, 『…』): a phrase. Marks count only if all are paired. Results must have it. In
 *   a sentence a phrase is one more alternative; AND makes it required.
 * - `+draft`, `+"first draft"`, `+auth*`: required, like AND; only in a query that is not a sentence.
 * - `-draft`, `-"first draft"`: excluded. A word needs three letters; no dash counts if one of the words looks like a
 *   flag, follows a function word or is inside a sentence, or if nothing else is included.
 * - `auth*`: words with this beginning; three or more letters.
 * - `a AND b`, `a OR b`, `a AND NOT b`, `a NOT b`, `(a OR b) AND c`: in capitals, with operands, in a query without
 *   function words and sentence punctuation that is not all capitals. NOT without AND takes one word that does not
 *   complete a statement (`login NOT working`). Other parentheses are punctuation.
 * - `path:notes/*.md`, `heading:`, `source:`, `since:2026-01`, `until:`, `where:tag=ops`: the value follows the colon,
 *   quoted if necessary; `-path:drafts` and `NOT path:drafts` negate. Fields apply to the whole query, so they cannot
 *   be in a group or next to OR.
 *
 * A reading that would change when it is printed and read again is discarded as well.
 */
export function readSyntax(query: string): ReadQuery {
  const text = query.trim()
  if (text === '') return { syntax: null, fields: [] }
  // More words are not searched, and segmenting a million characters takes seconds.
  const plain: ReadQuery = { syntax: { kind: 'words', text: text.slice(0, maximumSyntaxLength) }, fields: [] }
  const read = readLine(text)
  if (read === undefined) return plain
  return JSON.stringify(readLine(printSyntax(read))) === JSON.stringify(read) ? read : plain
}

const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/u

function readLine(line: string): ReadQuery | undefined {
  if (line.length > maximumSyntaxLength || lineBreak.test(line)) return undefined
  const pieces = piecesOf(line)
  const grouped = hasOperator(pieces) ? groupedTokens(pieces) : []
  return (operatorsCount(grouped) ? readTokens(grouped) : undefined) ?? readPlain(pieces)
}

/** Whether AND, OR and NOT are operators: only in a query that is neither a sentence nor code and not all capitals. */
function operatorsCount(tokens: readonly Token[]): boolean {
  const words = tokens.flatMap((token) => (token.kind === 'word' ? [token.text] : []))
  if (!words.every(canBeSearched)) return false
  const isDeliberate = tokens.some(({ kind }) => kind === 'phrase' || kind === 'prefix')
  return isDeliberate || words.some((word) => /[\p{Ll}\p{Lo}]/u.test(word))
}

/** Queries with these words are about operators. */
const aboutOperators = lazyWords('operator operators gate gates logical boolean bitwise precedence truthy')

function canBeSearched(word: string): boolean {
  const isSearchWord = /^[\p{L}\p{M}\p{N}@#._/~$][\p{L}\p{M}\p{N}@#._/~$\-+:'’%&\\]*(?<![.:])$/u.test(word)
  if (!isSearchWord || !hasWordCharacter(word)) return false
  return !isFunctionWord(word) && !aboutOperators().has(word.toLowerCase())
}

function readTokens(tokens: readonly Token[]): ReadQuery | undefined {
  const demand = parseTokens(tokens)
  if (demand === undefined) return undefined
  const { included, excluded, fields } = demand
  if (included.length === 0) return excluded.length === 0 ? { syntax: null, fields } : undefined
  const syntax = allOf(included, excluded)
  return depthOf(syntax) <= maximumSyntaxDepth ? { syntax, fields } : undefined
}

function readPlain(pieces: readonly Piece[]): ReadQuery | undefined {
  const tokens = keepIncluded(plainTokens(pieces))
  if (tokens.every(({ kind }) => kind === 'word')) return undefined
  return readTokens(tokens.filter((token) => token.kind !== 'word' || hasWordCharacter(token.text)))
}

/** If nothing is included, nothing can be excluded. */
function keepIncluded(tokens: readonly Token[]): readonly Token[] {
  if (tokens.some(isIncluded)) return tokens
  return tokens.map((token) => (token.kind === 'excluded' ? { kind: 'word', text: token.source } : token))
}

function isIncluded(token: Token): boolean {
  return (
    token.kind === 'phrase' ||
    token.kind === 'required' ||
    token.kind === 'prefix' ||
    (token.kind === 'word' && hasWordCharacter(token.text))
  )
}
