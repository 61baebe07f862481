import { drawFrom } from '@recallite/test-kit/random'
import { word, type Subject } from './word-pieces.ts'

const letters = /[\p{L}\p{M}]+/u

/** A word without a special meaning. */
function plainWord(subject: Subject) {
  return letters.exec(word(subject))?.[0] ?? 'word'
}

function phrase(subject: Subject) {
  return `"${subject.random.some(3, () => plainWord(subject)).join(' ')}"`
}

function prefix(subject: Subject) {
  const text = plainWord(subject)
  return text.length < 3 ? text : `${text.slice(0, 3 + subject.random.below(3))}*`
}

const drawOperand = drawFrom([
  [5, plainWord],
  [1, phrase],
  [1, prefix],
  [1, (subject) => `${plainWord(subject)} ${plainWord(subject)}`],
  [3, (subject, depth) => (depth > 3 ? plainWord(subject) : `(${wellFormed(subject, depth + 1)})`)],
] as readonly (readonly [number, (subject: Subject, depth: number) => string])[])

/** A query with well-formed AND, OR and NOT. */
export function wellFormed(subject: Subject, depth: number = 0): string {
  const { random } = subject
  const operands = random.some(3, () => drawOperand(random)(subject, depth))
  return operands.reduce(
    (query, next) => `${query} ${random.pick(['AND', 'AND', 'OR', 'AND NOT', 'NOT'])} ${next}`,
  )
}
