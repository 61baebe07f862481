import type { Contribution, Fused } from './strategy.js'
import { sumAscending } from './sum.js'

/**
 * What becomes of a list's weight w: `given` is w itself, `share` is w ÷ the sum of all weights, and `held-share` is
 * w ÷ the sum of the weights of the lists that hold the item.
 */
export type Weighting = 'given' | 'share' | 'held-share'

/** An item in a list whose scores have been put on the strategy's scale. */
export interface NormalizedItem {
  readonly rank: number | null
  readonly raw: number
  readonly coverage?: number | undefined
  /** The normalised score, before the weight. */
  readonly normalized: number
}

/** A list whose scores have been put on the strategy's scale. */
export interface NormalizedList<Id extends string> {
  readonly source: string
  readonly weight: number
  readonly held: ReadonlyMap<Id, NormalizedItem>
}

/** One ranking entry per id that a list holds, unordered: value = weight (see `Weighting`) × normalised score. */
export function combine<Id extends string>(
  lists: readonly NormalizedList<Id>[],
  weighting: Weighting,
): Fused<Id>[] {
  const ids = new Set(lists.flatMap((list) => [...list.held.keys()]))
  const totalOfAll = totalWeight(lists)
  return Array.from(ids, (id) => {
    const divisor = weighting === 'share' ? totalOfAll : heldDivisor(lists, id, weighting)
    const contributions = lists.map((list) => contributionOf(list, id, divisor))
    return { id, score: sumAscending(contributions.map(({ value }) => value)), contributions }
  })
}

function heldDivisor<Id extends string>(
  lists: readonly NormalizedList<Id>[],
  id: Id,
  weighting: Weighting,
): number {
  return weighting === 'given' ? 1 : totalWeight(lists.filter((list) => list.held.has(id)))
}

function totalWeight(lists: readonly { readonly weight: number }[]): number {
  return sumAscending(lists.map((list) => list.weight))
}

function contributionOf<Id extends string>(list: NormalizedList<Id>, id: Id, divisor: number): Contribution {
  const item = list.held.get(id)
  if (item === undefined)
    return { source: list.source, rank: null, raw: null, normalized: null, weight: 0, value: 0 }
  const weight = list.weight / divisor
  const { rank, raw, normalized, coverage } = item
  const value = weight * normalized
  return {
    source: list.source,
    rank,
    raw,
    ...(coverage !== undefined && { coverage }),
    normalized,
    weight,
    value,
  }
}
