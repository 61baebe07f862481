/** A word that another may be a misspelling of. */
export interface SpellingCandidate {
  readonly form: string
  readonly stem: string
  /** Whether a chunk holds this very form; if not, chunks hold other forms of the stem. */
  readonly isHeld: boolean
  /** How many chunks hold the form, or the stem where the form is not held; at least 1. */
  readonly chunks: number
}

/** A word that another plausibly is a misspelling of. */
export interface SpellingSuggestion {
  readonly form: string
  readonly stem: string
  /** At least 0; the more plausible of two suggestions has more. */
  readonly plausibility: number
}

const widestGap = 1
const mostSuggestions = 3

/**
 * What a misspelled word most plausibly stands for: at most three forms of different stems, best first, ties in the
 * order of the forms. None where each candidate is as likely as that the word is right and the index does not hold it.
 *
 *     plausibility = 0.4 × letters − 1 + 0.1 × ln(chunks) − cost
 *
 * `letters` are those of the form if a chunk holds it, else those of its stem, and ½ is taken off: a form that nobody
 * wrote may be no word at all (`radiates` is one letter from `radixates`). `cost` is `spellingCost(word, form)`. Left
 * out is what comes below 0, or more than 1 below the best.
 *
 * This is the noisy channel of Kernighan, Church and Gale (“A spelling correction program based on a noisy channel
 * model”, COLING 1990), in logarithms, against a second hypothesis: that the word is another word. A form is likelier
 * the more chunks it stands in, and its edits take from that what they are rare; that another word comes as near by
 * chance grows less likely by one factor with each letter. The weights began as a logistic regression over misspelled
 * words and right ones unknown to an index, and were rounded and thinned out as long as nothing got worse.
 *
 * @param word the form that was typed
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

/** Rows of a QWERTY keyboard, each shifted half a key to the right of the one above it. */
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const pairs = neighbourPairs()

/** Whether two letters' keys touch on a QWERTY keyboard, so that a finger may hit one for the other. */
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
