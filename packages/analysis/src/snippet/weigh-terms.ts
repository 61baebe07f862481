import type { Candidate } from './candidates.js'

/**
 * How much each term tells about a sentence of a text: its rarity among the text's `count` sentences,
 * ln(1 + (N − n + .5) / (n + .5)) for a term that n of N sentences have. What a text is about stands in all of them.
 */
export function weighTerms(candidates: readonly Candidate[], count: number): Map<number, number> {
  const holding = new Map<number, number>()
  for (const { matches } of candidates) {
    const terms: number[] = []
    for (const { term } of matches) if (!terms.includes(term)) terms.push(term)
    for (const term of terms) holding.set(term, (holding.get(term) ?? 0) + 1)
  }
  const weights = new Map<number, number>()
  for (const [term, n] of holding) weights.set(term, Math.log(1 + (count - n + 0.5) / (n + 0.5)))
  return weights
}
