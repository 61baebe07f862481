import { drawFrom } from '../random.js'
import { headingText, pathText, rootText, timeText, whereText } from './field-texts.js'
import { fullTextSyntax, joints, odd, quotes, sqlPieces } from './hostile-texts.js'
import { wellFormed } from './well-formed.js'
import { longWord, manyWords, prefix, strangeWord, stretch, typo, variant, word } from './word-pieces.js'

/** @typedef {import('../random.js').Random} Random */
/** @typedef {import('../collection/open-collection.js').Collection} Collection */

/** @typedef {import('./word-pieces.js').Subject & { collection: Collection, depth: number }} Grammar what a query is made from */

/** @param {Grammar} grammar */
function quoted(grammar) {
  const [open, close] = grammar.random.pick(quotes)
  const inside = grammar.random.chance(0.9) ? stretch(grammar, 4).join(' ') : piece(grammar)
  return `${open}${inside}${close}`
}

/** @param {Grammar} grammar */
function unwanted(grammar) {
  return `-${grammar.random.pick([word, quoted, prefix])(grammar)}`
}

/** @param {Grammar} grammar */
function operator({ random }) {
  return random.pick(['AND', 'OR', 'NOT', 'AND NOT', 'and', 'OR NOT', '&&', '|'])
}

/** @param {Grammar} grammar */
function joined(grammar) {
  return `${word(grammar)} ${operator(grammar)} ${piece(grammar)}`
}

/** @param {Grammar} grammar */
function group(grammar) {
  const inside = pieces({ ...grammar, depth: grammar.depth + 1 }, 3)
  return grammar.random.chance(0.1) ? `(${inside}` : `(${inside})`
}

/** Many parentheses around a word, more than are read. @param {Grammar} grammar */
function deep(grammar) {
  const { random } = grammar
  const levels = 1 + random.below(40)
  const inside = Array.from({ length: levels }, () => `(${word(grammar)} ${operator(grammar)} `).join('')
  return inside + word(grammar) + ')'.repeat(random.chance(0.8) ? levels : random.below(levels + 3))
}

/** @type {readonly (readonly [name: string, make: (random: Random, collection: Collection) => string])[]} */
const fields = [
  ['path', pathText],
  ['heading', headingText],
  ['source', rootText],
  ['since', timeText],
  ['until', timeText],
  ['where', whereText],
]

/** @param {Grammar} grammar */
function field({ random, collection }) {
  const [name, make] = random.pick(fields)
  const text = make(random, collection)
  const value = random.chance(0.5) || /\s/u.test(text) ? `"${text}"` : text
  return `${random.chance(0.15) ? '-' : ''}${name}:${value}`
}

const drawPiece = drawFrom(
  /** @type {readonly (readonly [number, (grammar: Grammar) => string])[]} */ ([
    [40, word],
    [4, typo],
    [5, variant],
    [4, strangeWord],
    [6, (grammar) => stretch(grammar, 5).join(' ')],
    [7, quoted],
    [4, prefix],
    [4, unwanted],
    [4, operator],
    [6, joined],
    [3, group],
    [0.25, deep],
    [6, field],
    [3, ({ random }) => random.pick(fullTextSyntax)],
    [3, ({ random }) => random.pick(sqlPieces)],
    [4, ({ random }) => random.pick(odd)],
    [0.15, longWord],
    [0.04, manyWords],
  ]),
)

const mostDepth = 4

/** @param {Grammar} grammar @returns {string} */
function piece(grammar) {
  return grammar.depth > mostDepth
    ? word(grammar)
    : drawPiece(grammar.random)({ ...grammar, depth: grammar.depth + 1 })
}

/** @param {Grammar} grammar @param {number} most @returns {string} */
function pieces(grammar, most) {
  return grammar.random
    .some(most, () => piece(grammar))
    .reduce((query, next) => query + grammar.random.pick(joints) + next)
}

/** Leaves out, doubles or exchanges what stands somewhere. @param {Random} random @param {string} query */
function damage(random, query) {
  const place = random.below(query.length + 1)
  const end = place + random.below(3)
  const instead = random.pick([
    '',
    query.slice(place, end).repeat(2),
    random.pick(odd),
    random.pick([...'"()*:-\\']),
    ' ',
  ])
  return query.slice(0, place) + instead + query.slice(end)
}

/**
 * A query about a collection: words, syntax and what looks like it, by a grammar that draws from both.
 * @param {Random} random
 * @param {Collection} collection
 * @param {import('./word-pieces.js').Subject['words']} words
 * @returns {string}
 */
export function generateQuery(random, collection, words) {
  if (random.chance(0.002)) return random.pick(['', ' ', '\n\t', '\u3000'])
  const grammar = { random, collection, words, depth: 0 }
  if (random.chance(0.12))
    return random.chance(0.3) ? `${wellFormed(grammar)} ${field(grammar)}` : wellFormed(grammar)
  const query = pieces(grammar, 3)
  return random.chance(0.15) ? damage(random, query) : query
}
