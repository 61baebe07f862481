/** The only order of results: score descending, equal scores by id ascending by UTF-16 code unit. */
export function byScoreThenId(a: ScoredId, b: ScoredId): number {
  if (a.score !== b.score) return b.score > a.score ? 1 : -1
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}

/** What the order looks at. */
export interface ScoredId {
  readonly id: string
  readonly score: number
}
