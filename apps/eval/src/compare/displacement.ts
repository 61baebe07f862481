/** Ids, best first. */
type Ranking = readonly string[]

function rankIn(ranking: Ranking, document: string): number {
  const index = ranking.indexOf(document)
  return index === -1 ? Infinity : index + 1
}

/**
 * The documents that stand above a document in a ranking and did not in the one before, best first. Where the ranking
 * has lost it, those that now have its rank, or a better one; none where it was not in the one before.
 */
export function overtakers(document: string, ranking: Ranking, before: Ranking): string[] {
  const [rank, rankBefore] = [rankIn(ranking, document), rankIn(before, document)]
  const above = ranking.slice(0, rank === Infinity ? rankBefore : rank - 1)
  return above.filter((other) => other !== document && rankIn(before, other) > rankBefore)
}
