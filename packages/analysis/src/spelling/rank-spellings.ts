import { spellingCost } from './spelling-cost.js'

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

const mostSuggestions = 3
const perLetter = 0.4
const anyWord = 1
const perLogarithm = 0.1
const notHeld = 0.5
const widestGap = 1

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

function plausibilityOf(word: string, { form, stem, isHeld, chunks }: SpellingCandidate): number {
  const evidence = isHeld ? perLetter * form.length : perLetter * stem.length - notHeld
  return evidence - anyWord + perLogarithm * Math.log(chunks) - spellingCost(word, form)
}
