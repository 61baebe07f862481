import {
  type ListEntry,
  sumAscending,
  validateLists,
  type Weigher,
  weighers,
  type Weighting,
} from './lists.js'
import type { Normalizer } from './normalizers.js'
import { FusionError } from './options.js'
import type { Contribution, Fused, RankedItem, RankedList } from './strategy.js'

/** What distinguishes one strategy from another. */
export interface StrategyParts {
  /** Puts the scores of a list on a common scale. */
  readonly normalize: Normalizer
  readonly weighting: Weighting | Weigher
}

/**
 * The stages of every strategy: validate → normalise → combine → order. Lists of weight 0 and items that no other list
 * found are left out.
 * @param parts of the strategy, or a function that makes them of the lists that are left
 * @throws FusionError if a list or a weight is invalid, or the normaliser does not return a number per item
 */
export function fuse<Id extends string>(
  lists: readonly RankedList<Id>[],
  parts: StrategyParts | ((lists: readonly RankedList[]) => StrategyParts),
): Fused<Id>[] {
  validateLists(lists)
  const inForce = listsInForce(lists)
  const made = typeof parts === 'function' ? parts(inForce) : parts
  const normalized = inForce.map((list) => normalizeList(list, made))
  const weigh = typeof made.weighting === 'function' ? made.weighting : weighers[made.weighting]
  return combine(inForce, normalized, weigh).toSorted(byScoreThenId)
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

interface NormalizedList {
  /** What the list says about each of its items, in their order. */
  readonly held: readonly ListEntry[]
  /** What the list says about every other candidate. */
  readonly absent: ListEntry
}

function normalizeList(list: RankedList, { normalize }: StrategyParts): NormalizedList {
  const { source, weight } = list
  const values = normalize(list)
  const held = list.items.map(({ score: raw, foundRank: rank, coverage }, index) => {
    const normalized = finite(values[index], source)
    return coverage === undefined
      ? { source, rank, raw, normalized, weight }
      : { source, rank, raw, coverage, normalized, weight }
  })
  return { held, absent: { source, rank: null, raw: null, normalized: null, weight } }
}

function finite(value: number | undefined, source: string): number {
  if (value !== undefined && Number.isFinite(value)) return value
  throw new FusionError(
    'FUSION_INVALID_OPTION',
    `The normaliser gave ${value} for an item of list "${source}"; it must give one finite number per item.`,
  )
}

/** One unordered item per id. */
function combine<Id extends string>(
  lists: readonly RankedList<Id>[],
  normalized: readonly NormalizedList[],
  weigh: Weigher,
): Fused<Id>[] {
  const absent = normalized.map((list) => list.absent)
  const entriesById = new Map<Id, ListEntry[]>()
  for (const [place, { held }] of normalized.entries()) {
    for (const [index, { id }] of (lists[place]?.items ?? []).entries()) {
      const entry = held[index]
      let entries = entriesById.get(id)
      if (!entries) entriesById.set(id, (entries = [...absent]))
      if (entry) entries[place] = entry
    }
  }
  return Array.from(entriesById, ([id, entries]) => {
    const weights = weigh(entries)
    const contributions = entries.map((entry, index) => toContribution(entry, weights[index] ?? 0))
    return { id, score: sumAscending(contributions.map(({ value }) => value)), contributions }
  })
}

/** value = effective weight × normalised score */
function toContribution(entry: ListEntry, given: number): Contribution {
  const { source, rank, raw, coverage, normalized } = entry
  const weight = normalized === null ? 0 : given
  const value = normalized === null ? 0 : weight * normalized
  return coverage === undefined
    ? { source, rank, raw, normalized, weight, value }
    : { source, rank, raw, coverage, normalized, weight, value }
}
