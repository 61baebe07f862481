import { makeWord } from '../collection/vocabulary.js'

/** @typedef {import('../random.js').Random} Random */

/**
 * @typedef {object} Subject what a query is about
 * @property {Random} random
 * @property {readonly (readonly string[])[]} words of each text, with their punctuation
 */

/** Words that stand side by side in some document. @param {Subject} subject @param {number} most */
export function stretch({ random, words }, most) {
  const text = random.pick(words)
  const start = random.below(text.length)
  return text.slice(start, start + 1 + random.below(most))
}

/** @param {Subject} subject */
export function word(subject) {
  return stretch(subject, 1).join('')
}

/** A word with one letter left out, doubled, exchanged or put in. @param {Subject} subject */
export function typo(subject) {
  const { random } = subject
  const letters = [...word(subject)]
  const place = random.below(letters.length)
  const letter = letters[place] ?? ''
  letters.splice(place, 1, ...random.pick([[], [letter, letter], ['x'], [letter, 'e']]))
  return letters.join('')
}

/** A word as somebody else would write it. @param {Subject} subject */
export function variant(subject) {
  const text = word(subject)
  const forms = [
    text.toUpperCase(),
    text.toLowerCase(),
    text.normalize('NFD'),
    text.normalize('NFKC'),
    `${text}s`,
  ]
  const fullWidth = text.replaceAll(/[!-~]/g, (sign) =>
    String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0),
  )
  return subject.random.pick([...forms, fullWidth])
}

/** @param {Subject} subject */
export function prefix(subject) {
  const { random } = subject
  const letters = [...word(subject)]
  return `${letters.slice(0, 1 + random.below(5)).join('')}${random.pick(['*', '*', '*', '**', '*x'])}`
}

/** Of no document, or of one by chance. @param {Subject} subject */
export function strangeWord({ random }) {
  return makeWord(random)
}

/** @param {Subject} subject */
export function longWord(subject) {
  const { random } = subject
  return word(subject)
    .repeat(random.pick([20, 60, 200, 1500]))
    .slice(0, 20_000)
}

/** @param {Subject} subject */
export function manyWords(subject) {
  const { random } = subject
  const joint = random.pick([' ', ' ', ' AND ', ' OR ', '" "', ' -', '/', '_'])
  return Array.from({ length: random.pick([20, 70, 400]) }, () => word(subject)).join(joint)
}
