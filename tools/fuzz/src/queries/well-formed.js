import { drawFrom } from '../random.js'
import { word } from './word-pieces.js'

/** @typedef {import('./word-pieces.js').Subject} Subject */

const letters = /[\p{L}\p{M}]+/u

/** A word that no rule takes for anything else. @param {Subject} subject */
function plainWord(subject) {
  return letters.exec(word(subject))?.[0] ?? 'word'
}

/** @param {Subject} subject */
function phrase(subject) {
  return `"${subject.random.some(3, () => plainWord(subject)).join(' ')}"`
}

/** @param {Subject} subject */
function prefix(subject) {
  const text = plainWord(subject)
  return text.length < 3 ? text : `${text.slice(0, 3 + subject.random.below(3))}*`
}

const drawOperand = drawFrom(
  /** @type {readonly (readonly [number, (subject: Subject, depth: number) => string])[]} */ ([
    [5, plainWord],
    [1, phrase],
    [1, prefix],
    [1, (subject) => `${plainWord(subject)} ${plainWord(subject)}`],
    [3, (subject, depth) => (depth > 3 ? plainWord(subject) : `(${wellFormed(subject, depth + 1)})`)],
  ]),
)

/**
 * A query in which AND, OR and NOT join what they stand between, as people write who know how.
 * @param {Subject} subject
 * @param {number} [depth]
 * @returns {string}
 */
export function wellFormed(subject, depth = 0) {
  const { random } = subject
  const operands = random.some(3, () => drawOperand(random)(subject, depth))
  return operands.reduce(
    (query, next) => `${query} ${random.pick(['AND', 'AND', 'OR', 'AND NOT', 'NOT'])} ${next}`,
  )
}
