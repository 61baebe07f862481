/** Ids, best first. */
type Ranking = readonly string[]

/**
 * The documents that stand above a document in a ranking and did not in the one before, best first. Where the ranking
 * has lost it, those that now have its rank, or a better one; none where it was not in the one before.
 */
export function overtakers(document: string, ranking: Ranking, before: Ranking): string[] {
  const rankBefore = before.indexOf(document) + 1
  if (rankBefore === 0) return []
  const index = ranking.indexOf(document)
  const wereAbove = new Set(before.slice(0, rankBefore))
  return ranking.slice(0, index === -1 ? rankBefore : index).filter((other) => !wereAbove.has(other))
}
