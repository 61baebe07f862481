/**
 * How likely a chunk answers the query at all, from 0 to 1: 1 − (1 − c)(1 − s/2), with c the cosine (not below 0)
 * and s the share of the query's words it has, weighed by rarity; without a vector it is s. Chosen by measuring how
 * well questions that a collection does not answer are told apart.
 */
export function evidenceOf(cosine: number | undefined, matched: number): number {
  if (cosine === undefined) return matched
  return 1 - (1 - Math.max(0, cosine)) * (1 - matched / 2)
}
