import { areKeyboardNeighbours } from './keyboard.js'

/**
 * 1 is a common slip; less is more common, more is as often another word. A swap or a wrong doubling hardly ever makes
 * another word; a replaced letter often does (`rotated`, `notated`), unless the keys touch, as they do in more than
 * half of all wrong letters; the first letter is rarely wrong. Source: Kukich, “Techniques for automatically correcting
 * words in text”, ACM Computing Surveys 24 (1992), 2.1; the figures are fitted. A vowel for a vowel is no cheaper: it
 * made as many other words as it found right ones.
 */
const costs = {
  swapped: 0.5,
  doubling: 0.5,
  slip: 1,
  replaced: 1.5,
  firstLetter: 0.5,
}

/**
 * What it costs to take one word for a misspelling of another: the cheapest optimal string alignment of the two. A
 * swap of neighbours and a letter doubled wrongly or not doubled cost ½; a letter too many, a missing one and a key
 * beside the right one 1; any other replaced letter 1½; another first letter ½ on top. 0 for equal words.
 */
export function spellingCost(typed: string, meant: string): number {
  const words = { typed, meant, added: strayCosts(typed), missing: strayCosts(meant) }
  let earlier: readonly number[] = []
  let above: readonly number[] = sums(words.missing)
  for (let row = 0; row < typed.length; row += 1) {
    const current = nextRow(words, row, { above, earlier })
    earlier = above
    above = current
  }
  return at(above, meant.length) + (typed[0] === meant[0] ? 0 : costs.firstLetter)
}

interface Words {
  readonly typed: string
  readonly meant: string
  readonly added: readonly number[]
  readonly missing: readonly number[]
}

interface RowsBefore {
  readonly above: readonly number[]
  readonly earlier: readonly number[]
}

function nextRow({ typed, meant, added, missing }: Words, row: number, before: RowsBefore): number[] {
  const { above, earlier } = before
  const current = [at(above, 0) + at(added, row)]
  for (let column = 0; column < meant.length; column += 1) {
    const isSwap = typed[row] === meant[column - 1] && typed[row - 1] === meant[column]
    current.push(
      Math.min(
        at(above, column) + replacementCost(typed.charAt(row), meant.charAt(column)),
        at(above, column + 1) + at(added, row),
        at(current, column) + at(missing, column),
        isSwap ? at(earlier, column - 1) + costs.swapped : Infinity,
      ),
    )
  }
  return current
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? Infinity
}

/** For each letter of a word: what it costs if the other word lacks it. */
function strayCosts(word: string): number[] {
  return Array.from(word, (letter, place) => {
    const double = letter === word[place - 1] || letter === word[place + 1]
    return double ? costs.doubling : costs.slip
  })
}

function sums(values: readonly number[]): number[] {
  const totals = [0]
  for (const value of values) totals.push(at(totals, totals.length - 1) + value)
  return totals
}

function replacementCost(typed: string, meant: string): number {
  if (typed === meant) return 0
  return areKeyboardNeighbours(typed, meant) ? costs.slip : costs.replaced
}
