import type { RankedItem, Ranking } from './ranked-items.js'

/** Orders items by descending score, from 0 to 1 by item id; items without a score keep their rank. */
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

/** The reranker's share of the confidence: unlike the retrievers, it reads query and text together. */
const rerankShare = 0.8

/** The confidence of a reranked item: .8 · score + .2 · confidence before, a linear opinion pool (Stone 1961) of two probabilities. */
export function rerankedConfidence(score: number, confidence: number): number {
  return rerankShare * score + (1 - rerankShare) * confidence
}
