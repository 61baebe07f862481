import { saturation, type KeywordScore, type KeywordTerm } from '@recallite/store'
import type { Frequencies, KeywordTotals } from './frequencies.js'
import { createOccurrenceCounter } from './occurrences.js'
import type { WordList } from './word-list.js'

/** Scores chunks by what they are ranked by. */
export function createScorer(
  terms: readonly KeywordTerm[],
  frequencies: Frequencies,
  totals: KeywordTotals,
): (chunk: { readonly length: number; readonly words: WordList }) => KeywordScore {
  const mean = totals.meanLength
  const weighed = terms.map(({ feature, weight, isTelling }) => {
    const idf = frequencies.weigh(feature, totals)
    return { worth: weight * idf, telling: isTelling ? idf : 0, share: Math.min(1, weight) }
  })
  const telling = weighed.reduce((sum, term) => sum + term.telling, 0)
  const count = createOccurrenceCounter(
    terms.map(({ feature }) => feature),
    frequencies.expand,
  )
  return ({ length, words }) => {
    let bm25 = 0
    let matched = 0
    const counts = count(words)
    for (let index = 0; index < counts.length; index += 1) {
      const times = counts[index] ?? 0
      const term = weighed[index]
      if (times === 0 || !term) continue
      bm25 += term.worth * saturation(times, { length, mean })
      matched += term.share * term.telling
    }
    return { bm25, matched: telling > 0 ? matched / telling : 0 }
  }
}
