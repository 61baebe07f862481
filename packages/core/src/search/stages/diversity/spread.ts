import { jaccard, wordsIn } from './near-duplicates.js'

/**
 * Orders items by maximal marginal relevance (Carbonell and Goldstein, 1998): each next one has the highest
 * (1 − diversity) × relevance − diversity × similarity to the most similar item before it. Relevance falls evenly from 1
 * to 0 over the items, as scores of different stages cannot be compared; similarity is the Jaccard similarity of the
 * words. Equal values keep their order, and diversity 0 changes nothing.
 */
export function spread<Ranked extends { readonly item: { readonly text: string } }>(
  items: readonly Ranked[],
  diversity: number,
): Ranked[] {
  const left = items.map((item, index) => ({
    item,
    words: new Set(wordsIn(item.item.text)),
    relevance: 1 - index / items.length,
    similarity: 0,
  }))
  const chosen: Ranked[] = []
  while (left.length > 0) {
    const values = left.map(
      ({ relevance, similarity }) => (1 - diversity) * relevance - diversity * similarity,
    )
    const best = values.indexOf(Math.max(...values))
    const [next] = left.splice(best, 1)
    if (!next) break
    chosen.push(next.item)
    for (const other of left) other.similarity = Math.max(other.similarity, jaccard(other.words, next.words))
  }
  return chosen
}
