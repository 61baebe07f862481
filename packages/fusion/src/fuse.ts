import { FusionError } from './errors.js'
import type { Normalizer } from './normalizers.js'
import type { Contribution, Fused, RankedList } from './strategy.js'
import { validateLists } from './validate-lists.js'

/**
 * The effective weight of a list with weight w: `given` is w, `share` is w ÷ the sum of all weights, `held-share` is w
 * ÷ the sum of the weights of the lists that contain the item.
 */
export type Weighting = 'given' | 'share' | 'held-share'

/** What distinguishes one strategy from another. */
export interface Recipe {
  /** Puts the scores of a list on a common scale. */
  readonly normalize: Normalizer
  readonly weighting: Weighting
}

/**
 * The stages of every strategy: validate → normalise → combine → order. Lists of weight 0 and items that no other list
 * found are left out.
 * @throws FusionError if a list or a weight is invalid, or the normaliser does not return a number per item
 */
export function fuse<Id extends string>(lists: readonly RankedList<Id>[], recipe: Recipe): Fused<Id>[] {
  validateLists(lists)
  const normalized = listsInForce(lists).map((list) => normalizeList(list, recipe.normalize))
  return combine(normalized, recipe.weighting).toSorted(byScoreThenId)
}

/** What `byScoreThenId` compares. */
export interface ScoredId {
  readonly id: string
  readonly score: number
}

/** The order of results: score descending, then id ascending by UTF-16 code unit. */
export function byScoreThenId(a: ScoredId, b: ScoredId): number {
  if (a.score !== b.score) return b.score > a.score ? 1 : -1
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}

/**
 * The sum of the values, added in ascending order. The result therefore does not depend on the order of the lists, is
 * equal for equal values (a tie stays a tie), and never decreases when a value grows.
 */
export function sumAscending(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b).reduce((sum, value) => sum + value, 0)
}

/**
 * The lists of positive weight, reduced to the candidates, i.e. the ids that one of them found. Empty lists are kept.
 */
function listsInForce<Id extends string>(lists: readonly RankedList<Id>[]): RankedList<Id>[] {
  const weighty = lists.filter((list) => list.weight > 0)
  const candidates = new Set(weighty.flatMap((list) => foundIds(list)))
  return weighty.map(({ source, weight, minimum, items }) => ({
    source,
    weight,
    minimum,
    items: items.filter((item) => candidates.has(item.id)),
  }))
}

function foundIds<Id extends string>(list: RankedList<Id>): Id[] {
  return list.items.filter((item) => item.foundRank !== null).map((item) => item.id)
}

interface NormalizedItem {
  readonly rank: number | null
  readonly raw: number
  readonly coverage?: number | undefined
  /** The normalised score, before the weight. */
  readonly normalized: number
}

interface NormalizedList<Id extends string> {
  readonly source: string
  readonly weight: number
  readonly held: ReadonlyMap<Id, NormalizedItem>
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

/** One unordered entry per id: value = effective weight × normalised score. */
function combine<Id extends string>(lists: readonly NormalizedList<Id>[], weighting: Weighting): Fused<Id>[] {
  const ids = new Set(lists.flatMap((list) => [...list.held.keys()]))
  const totalOfAll = totalWeight(lists)
  return Array.from(ids, (id) => {
    const divisor = weighting === 'share' ? totalOfAll : heldDivisor(lists, id, weighting)
    const contributions = lists.map((list) => contributionOf(list, id, divisor))
    return { id, score: sumAscending(contributions.map(({ value }) => value)), contributions }
  })
}

function totalWeight(lists: readonly { readonly weight: number }[]): number {
  return sumAscending(lists.map((list) => list.weight))
}

function heldDivisor<Id extends string>(
  lists: readonly NormalizedList<Id>[],
  id: Id,
  weighting: Weighting,
): number {
  return weighting === 'given' ? 1 : totalWeight(lists.filter((list) => list.held.has(id)))
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
