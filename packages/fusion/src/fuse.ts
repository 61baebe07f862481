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
export interface StrategyParts {
  /** Puts the scores of a list on a common scale. */
  readonly normalize: Normalizer
  readonly weighting: Weighting
}

/**
 * The stages of every strategy: validate → normalise → combine → order. Lists of weight 0 and items that no other list
 * found are left out.
 * @throws FusionError if a list or a weight is invalid, or the normaliser does not return a number per item
 */
export function fuse<Id extends string>(lists: readonly RankedList<Id>[], parts: StrategyParts): Fused<Id>[] {
  validateLists(lists)
  const normalized = listsInForce(lists).map((list) => normalizeList(list, parts.normalize))
  return combine(normalized, parts.weighting).toSorted(byScoreThenId)
}

/** The order of results: score descending, then id ascending by UTF-16 code unit. */
export function byScoreThenId(a: Pick<Fused, 'id' | 'score'>, b: Pick<Fused, 'id' | 'score'>): number {
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
  const found = weighty.flatMap(({ items }) => items.filter(({ foundRank }) => foundRank !== null))
  const candidates = new Set(found.map(({ id }) => id))
  return weighty.map((list) => ({ ...list, items: list.items.filter(({ id }) => candidates.has(id)) }))
}

type NormalizedItem = Pick<Contribution, 'rank' | 'raw' | 'coverage'> & { readonly normalized: number }

interface NormalizedList<Id extends string> extends Pick<RankedList, 'source' | 'weight'> {
  readonly held: ReadonlyMap<Id, NormalizedItem>
}

function normalizeList<Id extends string>(list: RankedList<Id>, normalize: Normalizer): NormalizedList<Id> {
  const values = normalize(list)
  const held = new Map<Id, NormalizedItem>()
  for (const [position, { id, score, foundRank, coverage }] of list.items.entries()) {
    const normalized = finite(values[position], list.source)
    held.set(id, { rank: foundRank, raw: score, ...(coverage !== undefined && { coverage }), normalized })
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
  const divisorFor = (id: Id) => {
    if (weighting === 'given') return 1
    const counted = weighting === 'share' ? lists : lists.filter((list) => list.held.has(id))
    return sumAscending(counted.map((list) => list.weight))
  }
  return Array.from(ids, (id) => {
    const divisor = divisorFor(id)
    const contributions = lists.map((list) => contributionOf(list, id, divisor))
    return { id, score: sumAscending(contributions.map(({ value }) => value)), contributions }
  })
}

function contributionOf<Id extends string>(
  { source, held, weight: given }: NormalizedList<Id>,
  id: Id,
  divisor: number,
): Contribution {
  const item = held.get(id)
  if (item === undefined) return { source, rank: null, raw: null, normalized: null, weight: 0, value: 0 }
  const weight = given / divisor
  return { source, ...item, weight, value: weight * item.normalized }
}
