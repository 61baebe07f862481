import type { RankedItem, Ranking } from './ranked-items.js'

/**
 * Items by descending score; those without one keep their rank. Pure.
 * @param scores by item id, from 0 to 1
 */
export function orderByScores(first: Ranking, scores: ReadonlyMap<string, number>): RankedItem[] {
  const scored = first.flatMap((item, position) => {
    const score = scores.get(item.id)
    if (score === undefined) return []
    const confidence = rerankedConfidence(score, item.confidence)
    return [{ ...item, confidence, rerank: { score, rankBefore: position + 1 } }]
  })
  const ordered = scored.toSorted((a, b) => b.rerank.score - a.rerank.score).values()
  return first.map((item) => (scores.has(item.id) ? (ordered.next().value ?? item) : item))
}

/** How much of the confidence is the reranker's: it reads query and text together, the retrievers compare what they kept of each. */
const rerankShare = 0.8

/**
 * The confidence of an item that a reranker scored: a linear opinion pool, .8 · score + .2 · confidence before (Stone 1961), since
 * both are probabilities that the item answers the query.
 */
export function rerankedConfidence(score: number, confidence: number): number {
  return rerankShare * score + (1 - rerankShare) * confidence
}
