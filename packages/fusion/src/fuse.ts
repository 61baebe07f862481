import { FusionError } from './errors.js'
import type { Normalizer } from './normalizers.js'
import type { Contribution, Fused, RankedList } from './strategy.js'
import { validateLists } from './validate-lists.js'
import { isHeld, type ListEntry, sumAscending, type Weigher, type Weighting, weighers } from './weighting.js'

/** What distinguishes one strategy from another. */
export interface StrategyParts {
  /** Puts the scores of a list on a common scale. */
  readonly normalize: Normalizer
  /** The normalised score of the candidates that the list does not contain; default none. */
  readonly normalizeAbsent?: (list: RankedList) => number
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
  return combine(normalized, weigh).toSorted(byScoreThenId)
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
  const found = weighty.flatMap(({ items }) => items.filter(({ foundRank }) => foundRank !== null))
  const candidates = new Set(found.map(({ id }) => id))
  return weighty.map((list) => ({ ...list, items: list.items.filter(({ id }) => candidates.has(id)) }))
}

interface NormalizedList<Id extends string> {
  readonly held: ReadonlyMap<Id, ListEntry>
  /** What the list says about every other candidate. */
  readonly absent: ListEntry
}

function normalizeList<Id extends string>(
  list: RankedList<Id>,
  { normalize, normalizeAbsent }: StrategyParts,
): NormalizedList<Id> {
  const { source, weight } = list
  const values = normalize(list)
  const held = new Map<Id, ListEntry>()
  for (const [position, { id, score, foundRank, coverage }] of list.items.entries()) {
    const given = { source, rank: foundRank, raw: score, ...(coverage !== undefined && { coverage }) }
    held.set(id, { ...given, normalized: finite(values[position], source), weight })
  }
  const normalized = normalizeAbsent ? finite(normalizeAbsent(list), source) : null
  return { held, absent: { source, rank: null, raw: null, normalized, weight } }
}

function finite(value: number | undefined, source: string): number {
  if (value !== undefined && Number.isFinite(value)) return value
  throw new FusionError(
    'FUSION_INVALID_OPTION',
    `The normaliser gave ${value} for an item of list "${source}"; it must give one finite number per item.`,
  )
}

/** One unordered item per id: value = effective weight × normalised score. */
function combine<Id extends string>(lists: readonly NormalizedList<Id>[], weigh: Weigher): Fused<Id>[] {
  const ids = new Set(lists.flatMap(({ held }) => [...held.keys()]))
  return Array.from(ids, (id) => {
    const entries = lists.map(({ held, absent }) => held.get(id) ?? absent)
    const weights = weigh(entries)
    const contributions = entries.map((entry, index): Contribution => {
      if (!isHeld(entry)) return { ...entry, weight: 0, value: 0 }
      const weight = weights[index] ?? 0
      return { ...entry, weight, value: weight * entry.normalized }
    })
    return { id, score: sumAscending(contributions.map(({ value }) => value)), contributions }
  })
}
