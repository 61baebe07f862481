import { sumAscending, validateLists } from './lists.js'
import type { Normalizer } from './normalizers.js'
import { FusionError } from './options.js'
import type { Contribution, Fused, RankedItem, RankedList } from './strategy.js'

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
export function fuse<Id extends string>(
  lists: readonly RankedList<Id>[],
  { normalize, weighting }: StrategyParts,
): Fused<Id>[] {
  validateLists(lists)
  const inForce = listsInForce(lists)
  return combine(inForce, normalize, weighting).toSorted(byScoreThenId)
}

/** The order of results: score descending, then id ascending by UTF-16 code unit. */
export function byScoreThenId(a: Pick<Fused, 'id' | 'score'>, b: Pick<Fused, 'id' | 'score'>): number {
  if (a.score !== b.score) return b.score > a.score ? 1 : -1
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}

/**
 * The lists of positive weight, reduced to the candidates, i.e. the ids that one of them found. Empty lists are kept.
 */
function listsInForce<Id extends string>(lists: readonly RankedList<Id>[]): RankedList<Id>[] {
  const weighty = lists.filter((list) => list.weight > 0)
  if (weighty.every(({ items }) => items.every(isFound))) return weighty
  const candidates = new Set<Id>()
  for (const { items } of weighty) for (const item of items) if (isFound(item)) candidates.add(item.id)
  return weighty.map((list) => ({ ...list, items: list.items.filter(({ id }) => candidates.has(id)) }))
}

function isFound({ foundRank }: RankedItem): boolean {
  return foundRank !== null
}

/** What a list says about an item: a contribution before it is weighed, with the weight of the list. */
type ListEntry = Omit<Contribution, 'value'>

/** One unordered item per id. */
function combine<Id extends string>(
  lists: readonly RankedList<Id>[],
  normalize: Normalizer,
  weighting: Weighting,
): Fused<Id>[] {
  const absent = lists.map(({ source, weight }): ListEntry => ({
    source,
    rank: null,
    raw: null,
    normalized: null,
    weight,
  }))
  const entriesById = new Map<Id, ListEntry[]>()
  for (const [place, list] of lists.entries()) {
    const values = normalize(list)
    for (const [index, item] of list.items.entries()) {
      const entries = entriesById.get(item.id) ?? [...absent]
      entriesById.set(item.id, entries)
      entries[place] = toEntry(item, list, finite(values[index], list.source))
    }
  }
  return Array.from(entriesById, ([id, entries]) => {
    const divisor = divisorOf(entries, weighting)
    const contributions = entries.map((entry) => toContribution(entry, divisor))
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

/** What the weights of the lists are divided by. */
function divisorOf(entries: readonly ListEntry[], weighting: Weighting): number {
  if (weighting === 'given') return 1
  const counted = weighting === 'share' ? entries : entries.filter(({ normalized }) => normalized !== null)
  return sumAscending(counted.map(({ weight }) => weight))
}

/** value = effective weight × normalised score */
function toContribution(entry: ListEntry, divisor: number): Contribution {
  const { normalized } = entry
  if (normalized === null) return { ...entry, weight: 0, value: 0 }
  const weight = entry.weight / divisor
  return { ...entry, weight, value: weight * normalized }
}
