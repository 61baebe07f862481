import { sumAscending, validateLists } from './lists.js'
import type { Normalizer } from './normalizers.js'
import { FusionError } from './options.js'
import type { Contribution, Fused, RankedItem, RankedList } from './strategy.js'

/**
 * The effective weight of a list with weight w: `given` is w, `share` is w ÷ the sum of all weights, `held-share` is w
 * ÷ the sum of the weights of the lists that contain the item.
 */
export type Weighting = 'given' | 'share' | 'held-share'

/** An item's entry in a list: a contribution before weighting, with the list's weight. */
export type ListEntry = Omit<Contribution, 'value'>

/** Returns one effective weight per entry of an item; weights of entries without a normalised score are ignored. */
export type Weigher = (entries: readonly ListEntry[]) => readonly number[]

/** The parts in which strategies differ. */
export interface StrategyParts {
  /** Maps the scores of a list to a common scale. */
  readonly normalize: Normalizer
  readonly weighting: Weighting | Weigher
}

/**
 * The stages of every strategy: validate → normalise → combine → order. Lists of weight 0 do not change scores; their items
 * are candidates only if another list found them or the list adds candidates.
 * @throws FusionError if a list or a weight is invalid, or the normaliser does not return a number per item
 */
export function fuse<Id extends string>(lists: readonly RankedList<Id>[], parts: StrategyParts): Fused<Id>[] {
  const { normalize, weighting } = parts
  validateLists(lists)
  const weighted = lists.filter((list) => list.weight > 0)
  const unweighted = lists.filter((list) => list.weight === 0 && list.addsCandidates)
  const found = [...weighted, ...unweighted].flatMap(({ items }) =>
    items.filter(({ foundRank }) => foundRank !== null),
  )
  const candidates = new Set(found.map(({ id }) => id))
  const narrowed = weighted.map((list) => ({
    ...list,
    items: list.items.filter(({ id }) => candidates.has(id)),
  }))
  const weigh = typeof weighting === 'function' ? weighting : weighers[weighting]
  const fused = combine(narrowed, candidates, { normalize, weigh }).toSorted(byScoreThenId)
  return unweighted.length > 0 ? fused.map((item) => withUnweighted(item, unweighted)) : fused
}

/** The weighers that a strategy can name. */
export const weighers: Readonly<Record<Weighting, Weigher>> = {
  given: (entries) => entries.map(({ weight }) => weight),
  share: (entries) => divideWeights(entries, entries),
  'held-share': (entries) =>
    divideWeights(
      entries,
      entries.filter(({ normalized }) => normalized !== null),
    ),
}

function divideWeights(entries: readonly ListEntry[], counted: readonly ListEntry[]): number[] {
  const sum = sumAscending(counted.map(({ weight }) => weight))
  return entries.map(({ weight }) => weight / sum)
}

/** The order of results: score descending, then id ascending by UTF-16 code unit. */
export function byScoreThenId(a: Pick<Fused, 'id' | 'score'>, b: Pick<Fused, 'id' | 'score'>): number {
  if (a.score !== b.score) return b.score > a.score ? 1 : -1
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}

const unscored = { rank: null, raw: null, normalized: null }

/** Adds the contributions of lists without a weight, which do not change the score. */
function withUnweighted<Id extends string>(fused: Fused<Id>, lists: readonly RankedList<Id>[]): Fused<Id> {
  const contributions = lists.map(({ source, items }): Contribution => {
    const item = items.find(({ id }) => id === fused.id)
    const found = { rank: item?.foundRank ?? null, raw: item?.score ?? null }
    return { source, ...unscored, ...found, weight: 0, value: 0 }
  })
  return { ...fused, contributions: [...fused.contributions, ...contributions] }
}

/** One unordered item per candidate. */
function combine<Id extends string>(
  lists: readonly RankedList<Id>[],
  candidates: ReadonlySet<Id>,
  { normalize, weigh }: { readonly normalize: Normalizer; readonly weigh: Weigher },
): Fused<Id>[] {
  if (lists.length === 0) return []
  const absent = lists.map(({ source, weight }): ListEntry => ({ source, ...unscored, weight }))
  const entriesById = new Map(Array.from(candidates, (id) => [id, [...absent]]))
  for (const [position, list] of lists.entries()) {
    const values = normalize(list)
    for (const [index, item] of list.items.entries()) {
      const entries = entriesById.get(item.id)
      if (entries) entries[position] = toEntry(item, list, values[index])
    }
  }
  return Array.from(entriesById, ([id, entries]) => {
    const weights = weigh(entries)
    const contributions = entries.map((entry, index) => toContribution(entry, weights[index] ?? 0))
    return { id, score: sumAscending(contributions.map(({ value }) => value)), contributions }
  })
}

function toEntry(
  { score: raw, foundRank: rank, coverage }: RankedItem,
  { source, weight }: RankedList,
  normalized: number | undefined,
): ListEntry {
  if (normalized === undefined || !Number.isFinite(normalized))
    throw new FusionError(
      'FUSION_INVALID_OPTION',
      `The normaliser returned ${normalized} for an item of list "${source}"; it must return one finite number per item.`,
    )
  return { source, rank, raw, ...(coverage !== undefined && { coverage }), normalized, weight }
}

/** value = effective weight × normalised score */
function toContribution(entry: ListEntry, weight: number): Contribution {
  const { normalized } = entry
  return normalized === null
    ? { ...entry, weight: 0, value: 0 }
    : { ...entry, weight, value: weight * normalized }
}
