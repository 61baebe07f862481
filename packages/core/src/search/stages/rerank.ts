import type { Store } from '@recallite/store'
import { askReranker, type RerankLimits, type HeldReranker } from '../../rerank/reranker.js'
import type { Reranked } from '../rank.js'
import type { Ranking } from './fuse.js'
import { orderByScores } from './order-by-scores.js'
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
