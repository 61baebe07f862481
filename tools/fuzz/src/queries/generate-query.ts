import { makeWord } from '../collection/vocabulary.ts'
import { drawFrom, type Random } from '@recallite/test-kit/random'
import { headingText, odd, pathText, rootText, timeText, whereText } from './field-texts.ts'
import hostile from './hostile-texts.json' with { type: 'json' }
import { wellFormed } from './well-formed.ts'
import { longWord, manyWords, prefix, stretch, typo, variant, word, type Subject } from './word-pieces.ts'
import type { Collection } from '../collection/open-collection.ts'

const { fullTextSyntax, joints, quotes, sqlPieces } = hostile

/** The parts of a query. */
export type Grammar = Subject & { collection: Collection; depth: number }

function quoted(grammar: Grammar) {
  const [open = '', close = ''] = grammar.random.pick(quotes)
  const inside = grammar.random.chance(0.9) ? stretch(grammar, 4).join(' ') : piece(grammar)
  return `${open}${inside}${close}`
}

function unwanted(grammar: Grammar) {
  return `-${grammar.random.pick([word, quoted, prefix])(grammar)}`
}

function operator({ random }: Grammar) {
  return random.pick(['AND', 'OR', 'NOT', 'AND NOT', 'and', 'OR NOT', '&&', '|'])
}

function joined(grammar: Grammar) {
  return `${word(grammar)} ${operator(grammar)} ${piece(grammar)}`
}

function group(grammar: Grammar) {
  const inside = pieces({ ...grammar, depth: grammar.depth + 1 }, 3)
  return grammar.random.chance(0.1) ? `(${inside}` : `(${inside})`
}

/** More nested parentheses than the limit. */
function deep(grammar: Grammar) {
  const { random } = grammar
  const levels = 1 + random.below(40)
  const inside = Array.from({ length: levels }, () => `(${word(grammar)} ${operator(grammar)} `).join('')
  return inside + word(grammar) + ')'.repeat(random.chance(0.8) ? levels : random.below(levels + 3))
}

const fields: readonly (readonly [name: string, make: (random: Random, collection: Collection) => string])[] =
  [
    ['path', pathText],
    ['heading', headingText],
    ['source', rootText],
    ['since', timeText],
    ['until', timeText],
    ['where', whereText],
  ]

function field({ random, collection }: Grammar) {
  const [name, make] = random.pick(fields)
  const text = make(random, collection)
  const value = random.chance(0.5) || /\s/u.test(text) ? `"${text}"` : text
  return `${random.chance(0.15) ? '-' : ''}${name}:${value}`
}

const drawPiece = drawFrom([
  [40, word],
  [4, typo],
  [5, variant],
  [4, ({ random }) => makeWord(random)],
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
] as readonly (readonly [number, (grammar: Grammar) => string])[])

const maxDepth = 4

function piece(grammar: Grammar): string {
  return grammar.depth > maxDepth
    ? word(grammar)
    : drawPiece(grammar.random)({ ...grammar, depth: grammar.depth + 1 })
}

function pieces(grammar: Grammar, max: number): string {
  return grammar.random
    .some(max, () => piece(grammar))
    .reduce((query, next) => query + grammar.random.pick(joints) + next)
}

/** Omits, doubles or swaps a part. */
function damage(random: Random, query: string) {
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

/** Generates a query about a collection from a grammar: words, syntax and similar texts. */
export function generateQuery(random: Random, collection: Collection, words: Subject['words']): string {
  if (random.chance(0.002)) return random.pick(['', ' ', '\n\t', '\u3000'])
  const grammar = { random, collection, words, depth: 0 }
  if (random.chance(0.12))
    return random.chance(0.3) ? `${wellFormed(grammar)} ${field(grammar)}` : wellFormed(grammar)
  const query = pieces(grammar, 3)
  return random.chance(0.15) ? damage(random, query) : query
}
