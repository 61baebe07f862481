/** A possible correction. */
export interface SpellingCandidate {
  readonly form: string
  readonly stem: string
  readonly isHeld: boolean
  /** The number of chunks with the form, or with its stem if none has the form; at least 1. */
  readonly chunks: number
}

/** A plausible correction. */
export interface SpellingSuggestion {
  readonly form: string
  readonly stem: string
  /** At least 0; larger is more plausible. */
  readonly plausibility: number
}

const maxGap = 1
const maxSuggestions = 3

/**
 * The most plausible corrections of a word: up to three forms with different stems, best first, ties ordered by form.
 * Empty where it is as likely that the word is correct and merely not indexed.
 *
 *     plausibility = 0.4 × letters − 1 + 0.1 × ln(chunks) − cost
 *
 * `letters` are those of the form if a chunk contains it, else those of its stem minus ½: an unseen form may
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
    .map((candidate) => {
      const { form, stem } = candidate
      return { form, stem, plausibility: plausibilityOf(word, candidate) }
    })
    .filter(({ plausibility }) => plausibility >= 0)
    .toSorted((a, b) => b.plausibility - a.plausibility || (a.form < b.form ? -1 : 1))
  const minPlausibility = (ranked[0]?.plausibility ?? 0) - maxGap
  const bestOfStems = new Map<string, SpellingSuggestion>()
  for (const suggestion of ranked) {
    if (suggestion.plausibility < minPlausibility || bestOfStems.size === maxSuggestions) break
    if (!bestOfStems.has(suggestion.stem)) bestOfStems.set(suggestion.stem, suggestion)
  }
  return [...bestOfStems.values()]
}

/**
 * 1 is a common slip; lower costs are more common, and higher ones more often another word. Swaps and wrong doublings rarely make
 * another word; a replaced letter often does, unless the keys are adjacent; the first letter is rarely wrong. Source: Kukich,
 * “Techniques for automatically correcting words in text”, ACM Computing Surveys 24 (1992), 2.1; the values are fitted.
 */
const costs = { swapped: 0.5, doubling: 0.5, slip: 1, replaced: 1.5, firstLetter: 0.5 }

/**
 * The cost of reading one word as a misspelling of another: the cheapest optimal string alignment. Swapped neighbours and a wrong
 * or missing doubling cost ½; an extra letter, a missing letter and an adjacent key 1; any other replaced letter 1½; a wrong
 * first letter ½ more. 0 for equal words.
 */
export function spellingCost(typed: string, meant: string): number {
  const [added, missing] = [strayCosts(typed), strayCosts(meant)]
  const first = [0]
  for (const cost of missing) first.push(at(first, first.length - 1) + cost)
  const rows = [first]
  for (let row = 0; row < typed.length; row += 1) {
    const [above = [], earlier = []] = [rows[row], rows[row - 1]]
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
    rows.push(current)
  }
  return at(rows.at(-1) ?? [], meant.length) + (typed[0] === meant[0] ? 0 : costs.firstLetter)
}

/** The rows of a QWERTY keyboard, each shifted half a key to the right. */
const keyboard = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** Each letter with its neighbours to the right and below. */
const neighbours = new Set(
  keyboard.flatMap((row, number) =>
    Array.from(row).flatMap((letter, column) => {
      const below = keyboard[number + 1]
      return [row[column + 1], below?.[column - 1], below?.[column]].map((other) => `${letter}${other}`)
    }),
  ),
)

/** Whether two letters are adjacent on a QWERTY keyboard. */
export function areKeyboardNeighbours(a: string, b: string): boolean {
  return neighbours.has(a + b) || neighbours.has(b + a)
}

const perLetter = 0.4
const notHeld = 0.5
const anyWord = 1
const perLogarithm = 0.1

function plausibilityOf(word: string, { form, stem, isHeld, chunks }: SpellingCandidate): number {
  const evidence = isHeld ? perLetter * form.length : perLetter * stem.length - notHeld
  return evidence - anyWord + perLogarithm * Math.log(chunks) - spellingCost(word, form)
}

/** For each letter of a word, its cost if it is missing from the other word. */
function strayCosts(word: string): number[] {
  return Array.from(word, (letter, position) => {
    const double = letter === word[position - 1] || letter === word[position + 1]
    return double ? costs.doubling : costs.slip
  })
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? Infinity
}

function replacementCost(typed: string, meant: string): number {
  if (typed === meant) return 0
  return areKeyboardNeighbours(typed, meant) ? costs.slip : costs.replaced
}
