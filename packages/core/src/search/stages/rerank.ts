import type { Store } from '@recallite/store'
import { askReranker, type RerankLimits, type HeldReranker } from '../../rerank/reranker.js'
import type { Degradation } from '../answer.js'
import type { RankedItem, Ranking } from './fuse.js'
import { readItems, type ReadItem } from './read-items.js'

interface Reranking {
  readonly store: Store
  readonly reranker: HeldReranker
  /** What was asked for, without fields and operators. */
  readonly query: string
  /** How many items are reranked, the first ones. */
  readonly candidates: number
  readonly limits: RerankLimits
}

/** A ranking after the stage, and what the stage did. */
interface Reranked {
  readonly ranking: Ranking
  readonly degraded: readonly Degradation[]
  readonly did: string
}

/**
 * Orders the first items by the reranker's scores, equal ones by their order before, and leaves the rest behind them. An item
 * that cannot be scored keeps its rank: it is damaged, or its document looks like a secret and the reranker is on another
 * machine. If the reranker fails or is late, the ranking stays as it is and the reason is reported. Rejects only with the
 * signal's reason.
 */
export async function rerank(ranking: Ranking, reranking: Reranking): Promise<Reranked> {
  const { store, reranker, query, candidates, limits } = reranking
  const { found } = await readItems(store, ranking.slice(0, candidates))
  const read = new Map(found.map((item) => [item.id, item]))
  const first = ranking.slice(0, candidates).map((item) => read.get(item.id) ?? item)
  const name = `${reranker.provider}/${reranker.model}`
  const isWithheld = ({ item }: ReadItem) => reranker.host !== null && item.attributes.isSecret
  const scorable = found.filter((ranked) => !isWithheld(ranked))
  const withheld = found.length - scorable.length
  if (scorable.length === 0) return { ranking, degraded: [], did: `nothing to score by ${name}` }
  const answer = await askReranker(reranker, { query, texts: scorable.map(({ item }) => item.text) }, limits)
  if ('reason' in answer) {
    const degraded = [{ retriever: 'reranker' as const, reason: answer.reason }]
    return { ranking, degraded, did: `order left as it was: ${name} gave no scores` }
  }
  const scores = new Map(scorable.map(({ id }, position) => [id, answer.scores[position] ?? 0]))
  const secret = withheld > 0 ? `, ${withheld} not sent, since they look like secrets` : ''
  const did = `${scorable.length} of ${ranking.length} items scored by ${name}${secret}`
  return { ranking: [...orderByScores(first, scores), ...ranking.slice(candidates)], degraded: [], did }
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
