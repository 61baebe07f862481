import { askReranker, type RerankLimits, type HeldReranker } from '../../rerank/reranker.js'
import type { Reranked } from '../rank.js'
import { orderByScores } from './order-by-scores.js'
import { readItems, type ItemReaders, type ReadItem, type Ranking } from './ranked-items.js'

interface Reranking {
  readonly readers: ItemReaders
  readonly reranker: HeldReranker
  /** The query without fields and operators. */
  readonly query: string
  /** The number of first items of each ranking that are reranked. */
  readonly candidates: number
  readonly limits: RerankLimits
}

/**
 * Orders the first items of each ranking by the reranker's scores. Items that are damaged, or look like secrets if the reranker is
 * remote, keep their rank. If the reranker fails or is late, the rankings do not change and the reason is reported. Rejects only
 * with the signal's reason.
 */
export async function rerank(rankings: readonly Ranking[], reranking: Reranking): Promise<Reranked> {
  const { readers, reranker, query, candidates, limits } = reranking
  const { found } = await readItems(
    readers,
    rankings.flatMap((ranking) => ranking.slice(0, candidates)),
  )
  const name = `${reranker.provider}/${reranker.model}`
  const isWithheld = ({ item }: ReadItem) => reranker.host !== null && item.attributes.isSecret
  const scorable = found.filter((ranked) => !isWithheld(ranked))
  const withheld = found.length - scorable.length
  if (scorable.length === 0) return { rankings, degraded: [], did: `nothing to score by ${name}` }
  const answer = await askReranker(reranker, { query, texts: scorable.map(({ item }) => item.text) }, limits)
  if ('reason' in answer) {
    const degraded = [{ retriever: 'reranker', reason: answer.reason }]
    return { rankings, degraded, did: `order unchanged: ${name} returned no scores` }
  }
  const read = new Map(found.map((item) => [item.id, item]))
  const scores = new Map(scorable.map(({ id }, position) => [id, answer.scores[position] ?? 0]))
  const secret = withheld > 0 ? `, ${withheld} not sent because they look like secrets` : ''
  const items = rankings.reduce((sum, { length }) => sum + length, 0)
  const reordered = rankings.map((ranking) => {
    const first = ranking.slice(0, candidates).map((item) => read.get(item.id) ?? item)
    return [...orderByScores(first, scores), ...ranking.slice(candidates)]
  })
  const did = `${scorable.length} of ${items} items scored by ${name}${secret}`
  return { rankings: reordered, degraded: [], did }
}
