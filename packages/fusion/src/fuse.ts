import { combine, type NormalizedItem, type NormalizedList, type Weighting } from './combine.js'
import { FusionError } from './errors.js'
import { listsInForce } from './lists-in-force.js'
import type { Normalizer } from './normalize/normalizer.js'
import { byScoreThenId } from './order.js'
import type { RankedList } from './ranked-list.js'
import type { Fused } from './strategy.js'
import { validateLists } from './validate-lists.js'

/** What distinguishes one weighted-sum strategy from another. */
export interface Recipe {
  /** Puts a list's scores on the common scale. */
  readonly normalize: Normalizer
  readonly weighting: Weighting
}

/**
 * The pipeline of every strategy: validate → normalise → combine → order. Lists of weight 0 and items that no other
 * list found are dropped first.
 * @throws FusionError when a list or a weight is malformed, or the normaliser does not give a number per item
 */
export function fuse<Id extends string>(lists: readonly RankedList<Id>[], recipe: Recipe): Fused<Id>[] {
  validateLists(lists)
  const normalized = listsInForce(lists).map((list) => normalizeList(list, recipe.normalize))
  return combine(normalized, recipe.weighting).toSorted(byScoreThenId)
}

function normalizeList<Id extends string>(list: RankedList<Id>, normalize: Normalizer): NormalizedList<Id> {
  const values = normalize(list)
  const held = new Map<Id, NormalizedItem>()
  for (const [position, { id, score, foundRank, coverage }] of list.items.entries()) {
    const normalized = finite(values[position], list.source)
    held.set(id, { rank: foundRank, raw: score, coverage, normalized })
  }
  return { source: list.source, weight: list.weight, held }
}

function finite(value: number | undefined, source: string): number {
  if (value !== undefined && Number.isFinite(value)) return value
  throw new FusionError(
    'FUSION_INVALID_OPTION',
    `The normaliser gave ${value} for an item of list "${source}"; it must give one finite number per item.`,
  )
}
