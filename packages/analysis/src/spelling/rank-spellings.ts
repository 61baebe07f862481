/** A word that may be the correction of another. */
export interface SpellingCandidate {
  readonly form: string
  readonly stem: string
  readonly isHeld: boolean
  /** How many chunks hold the form, or its stem if none holds the form; at least 1. */
  readonly chunks: number
}

/** A plausible correction. */
export interface SpellingSuggestion {
  readonly form: string
  readonly stem: string
  /** At least 0; larger is more plausible. */
  readonly plausibility: number
}

const widestGap = 1
const mostSuggestions = 3

/**
 * The most plausible corrections of a word: at most three forms with different stems, best first, ties ordered by form.
 * Empty where it is as likely that the word is correct and merely not indexed.
 *
 *     plausibility = 0.4 × letters − 1 + 0.1 × ln(chunks) − cost
 *
 * `letters` are those of the form if a chunk holds it, else those of its stem, and ½ is subtracted: an unseen form may
 * not be a word (`radiates` is one letter from `radixates`). `cost` is `spellingCost(word, form)`. Corrections below 0,
 * or more than 1 below the best, are left out.
 *
 * This is the noisy channel of Kernighan, Church and Gale (“A spelling correction program based on a noisy channel
 * model”, COLING 1990), in logarithms, against the hypothesis that the word is another word, which becomes less likely
 * with each letter. The weights come from a logistic regression over misspelled words and correct unknown ones,
 * rounded.
 */
export function rankSpellings(word: string, candidates: readonly SpellingCandidate[]): SpellingSuggestion[] {
  const ranked = candidates
    .map((candidate) => ({
      form: candidate.form,
      stem: candidate.stem,
      plausibility: plausibilityOf(word, candidate),
    }))
    .filter(({ plausibility }) => plausibility >= 0)
    .toSorted((a, b) => b.plausibility - a.plausibility || (a.form < b.form ? -1 : 1))
  const least = (ranked[0]?.plausibility ?? 0) - widestGap
  const bestOfStems = new Map<string, SpellingSuggestion>()
  for (const suggestion of ranked) {
    if (suggestion.plausibility < least || bestOfStems.size === mostSuggestions) break
    if (!bestOfStems.has(suggestion.stem)) bestOfStems.set(suggestion.stem, suggestion)
  }
  return [...bestOfStems.values()]
}

/**
 * 1 is a common slip; a lower cost is more common, a higher one is as often another word. Swaps and wrong doublings
 * rarely make another word; a replaced letter often does, unless the keys are adjacent; the first letter is rarely
 * wrong. Source: Kukich, “Techniques for automatically correcting words in text”, ACM Computing Surveys 24 (1992), 2.1;
 * the values are fitted.
 */
const costs = {
  swapped: 0.5,
  doubling: 0.5,
  slip: 1,
  replaced: 1.5,
  firstLetter: 0.5,
}

/**
 * The cost of reading one word as a misspelling of another: the cheapest optimal string alignment. Swapped neighbours
 * and a wrong or missing doubling cost ½; an extra letter, a missing letter and an adjacent key 1; any other replaced
 * letter 1½; a wrong first letter ½ more. 0 for equal words.
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

/** The rows of a QWERTY keyboard, each shifted half a key to the right. */
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const pairs = neighbourPairs()

/** Whether two letters are adjacent on a QWERTY keyboard. */
export function areKeyboardNeighbours(a: string, b: string): boolean {
  return pairs.has(a + b)
}

const perLetter = 0.4
const notHeld = 0.5
const anyWord = 1
const perLogarithm = 0.1

function plausibilityOf(word: string, { form, stem, isHeld, chunks }: SpellingCandidate): number {
  const evidence = isHeld ? perLetter * form.length : perLetter * stem.length - notHeld
  return evidence - anyWord + perLogarithm * Math.log(chunks) - spellingCost(word, form)
}

/** For each letter of a word, its cost if the other word lacks it. */
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

function at(values: readonly number[], index: number): number {
  return values[index] ?? Infinity
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

function replacementCost(typed: string, meant: string): number {
  if (typed === meant) return 0
  return areKeyboardNeighbours(typed, meant) ? costs.slip : costs.replaced
}

function neighbourPairs(): Set<string> {
  const found = new Set<string>()
  const join = (a: string | undefined, b: string | undefined): void => {
    if (a && b) found.add(a + b).add(b + a)
  }
  for (const [index, row] of rows.entries()) {
    for (const [column, key] of [...row].entries()) {
      join(key, row[column + 1])
      join(key, rows[index + 1]?.[column - 1])
      join(key, rows[index + 1]?.[column])
    }
  }
  return found
}
