import type { Random } from '@recallite/test-kit/random'

/** The words of a collection for queries. */
export interface Subject {
  readonly random: Random
  /** The words of each text, with their punctuation. */
  readonly words: readonly (readonly string[])[]
}

/** Adjacent words of some document. */
export function stretch({ random, words }: Subject, max: number) {
  const text = random.pick(words)
  const start = random.below(text.length)
  return text.slice(start, start + 1 + random.below(max))
}

export function word(subject: Subject) {
  return stretch(subject, 1).join('')
}

/** A word with one letter omitted, doubled, swapped or inserted. */
export function typo(subject: Subject) {
  const { random } = subject
  const letters = [...word(subject)]
  const place = random.below(letters.length)
  const letter = letters[place] ?? ''
  letters.splice(place, 1, ...random.pick([[], [letter, letter], ['x'], [letter, 'e']]))
  return letters.join('')
}

/** A word in another spelling. */
export function variant(subject: Subject) {
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

export function prefix(subject: Subject) {
  const { random } = subject
  const letters = [...word(subject)]
  return `${letters.slice(0, 1 + random.below(5)).join('')}${random.pick(['*', '*', '*', '**', '*x'])}`
}

export function longWord(subject: Subject) {
  const { random } = subject
  return word(subject)
    .repeat(random.pick([20, 60, 200, 1500]))
    .slice(0, 20_000)
}

export function manyWords(subject: Subject) {
  const { random } = subject
  const joint = random.pick([' ', ' ', ' AND ', ' OR ', '" "', ' -', '/', '_'])
  return Array.from({ length: random.pick([20, 70, 400]) }, () => word(subject)).join(joint)
}
