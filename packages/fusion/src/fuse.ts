import { sumAscending, validateLists } from './lists.js'
import type { Normalizer } from './normalizers.js'
import { FusionError } from './options.js'
import type { Contribution, Fused, RankedItem, RankedList } from './strategy.js'

/**
 * The effective weight of a list with weight w: `given` is w, `share` is w ÷ the sum of all weights, `held-share` is w
 * ÷ the sum of the weights of the lists that contain the item.
 */
export type Weighting = 'given' | 'share' | 'held-share'

/** What a list says about an item: a contribution before it is weighed, with the weight of the list. */
export type ListEntry = Omit<Contribution, 'value'>

/** One effective weight for each list's entry about an item; those of entries without a normalised score do not count. */
export type Weigher = (entries: readonly ListEntry[]) => readonly number[]

/** What distinguishes one strategy from another. */
export interface StrategyParts {
  /** Puts the scores of a list on a common scale. */
  readonly normalize: Normalizer
  readonly weighting: Weighting | Weigher
}

/**
 * The stages of every strategy: validate → normalise → combine → order. Lists of weight 0 do not change a score; their items
 * are left out unless another list found them or the list adds candidates.
 * @throws FusionError if a list or a weight is invalid, or the normaliser does not return a number per item
 */
export function fuse<Id extends string>(
  lists: readonly RankedList<Id>[],
  { normalize, weighting }: StrategyParts,
): Fused<Id>[] {
  validateLists(lists)
  const weighted = lists.filter((list) => list.weight > 0)
  const unweighted = lists.filter((list) => list.weight === 0 && list.addsCandidates)
  const candidates = candidatesOf([...weighted, ...unweighted])
  const inForce = weighted.map((list) => withOnly(candidates, list))
  const weigh = typeof weighting === 'function' ? weighting : weighers[weighting]
  const fused = combine({ lists: inForce, candidates, normalize, weigh }).toSorted(byScoreThenId)
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

/** The weights divided by the sum of some of them. */
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

/** The ids that a list found. */
function candidatesOf<Id extends string>(lists: readonly RankedList<Id>[]): ReadonlySet<Id> {
  return new Set(lists.flatMap(({ items }) => items.filter(isFound).map(({ id }) => id)))
}

function withOnly<Id extends string>(candidates: ReadonlySet<Id>, list: RankedList<Id>): RankedList<Id> {
  const isCandidate = ({ id }: RankedItem<Id>) => candidates.has(id)
  return list.items.every(isCandidate) ? list : { ...list, items: list.items.filter(isCandidate) }
}

/** Adds what lists without a weight have about an item, which does not change its score. */
function withUnweighted<Id extends string>(fused: Fused<Id>, lists: readonly RankedList<Id>[]): Fused<Id> {
  const contributions = lists.map(({ source, items }): Contribution => {
    const item = items.find(({ id }) => id === fused.id)
    const found = { rank: item?.foundRank ?? null, raw: item?.score ?? null }
    return { source, ...found, normalized: null, weight: 0, value: 0 }
  })
  return { ...fused, contributions: [...fused.contributions, ...contributions] }
}

function isFound({ foundRank }: RankedItem): boolean {
  return foundRank !== null
}

interface Combining<Id extends string> {
  readonly lists: readonly RankedList<Id>[]
  readonly candidates: ReadonlySet<Id>
  readonly normalize: Normalizer
  readonly weigh: Weigher
}

/** One unordered item per candidate. */
function combine<Id extends string>({ lists, candidates, normalize, weigh }: Combining<Id>): Fused<Id>[] {
  if (lists.length === 0) return []
  const absent = lists.map(({ source, weight }): ListEntry => ({
    source,
    rank: null,
    raw: null,
    normalized: null,
    weight,
  }))
  const entriesById = new Map(Array.from(candidates, (id) => [id, [...absent]]))
  for (const [position, list] of lists.entries()) {
    const values = normalize(list)
    for (const [index, item] of list.items.entries()) {
      const entries = entriesById.get(item.id)
      if (entries) entries[position] = toEntry(item, list, finite(values[index], list.source))
    }
  }
  return Array.from(entriesById, ([id, entries]) => {
    // A candidate of a list without a weight, which no other list has a score of.
    if (entries.every(({ normalized }) => normalized === null))
      return { id, score: 0, contributions: entries.map((entry) => toContribution(entry, 0)) }
    const weights = weigh(entries)
    const contributions = entries.map((entry, index) => toContribution(entry, weights[index] ?? 0))
    return { id, score: sumAscending(contributions.map(({ value }) => value)), contributions }
  })
}

function finite(value: number | undefined, source: string): number {
  if (value !== undefined && Number.isFinite(value)) return value
  throw new FusionError(
    'FUSION_INVALID_OPTION',
    `The normaliser gave ${value} for an item of list "${source}"; it must give one finite number per item.`,
  )
}

function toEntry(
  { score: raw, foundRank: rank, coverage }: RankedItem,
  { source, weight }: RankedList,
  normalized: number,
): ListEntry {
  if (coverage === undefined) return { source, rank, raw, normalized, weight }
  return { source, rank, raw, coverage, normalized, weight }
}

/** value = effective weight × normalised score */
function toContribution(entry: ListEntry, weight: number): Contribution {
  const { normalized } = entry
  if (normalized === null) return { ...entry, weight: 0, value: 0 }
  return { ...entry, weight, value: weight * normalized }
}
