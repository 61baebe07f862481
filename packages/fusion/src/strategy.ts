import type { RankedList } from './ranked-list.js'

/** One list's part in a fused score. */
export interface Contribution {
  readonly source: string
  /** The item's place from 1 in this list, or null if this list did not find it. */
  readonly rank: number | null
  /** The list's own score, or null if it has none for this item. */
  readonly raw: number | null
  /** How much of what was asked the item matches, from 0 to 1; left out where the list does not tell. */
  readonly coverage?: number
  /** The list's score on the strategy's scale; null if the list does not hold the item. */
  readonly normalized: number | null
  /** What `normalized` is multiplied by; 0 if the list does not hold the item. */
  readonly weight: number
  /** What this list adds to the fused score: `normalized` × `weight`, 0 if the list does not hold the item. */
  readonly value: number
}

/** A fused item: its score is the sum of its contributions' values, added from the smallest up. */
export interface Fused<Id extends string = string> {
  readonly id: Id
  readonly score: number
  /** One per list of positive weight, in the order of the lists. */
  readonly contributions: readonly Contribution[]
}

/**
 * How one list's scores are put on a common scale: `none` keeps them, `position` is 1 ÷ place found (0 if not found),
 * `min-max` maps worst to 0 and best to 1, `max` divides by the best, `openclaw-rank` is 1 / (1 + max(0, −score)).
 */
export type Normalization = 'none' | 'position' | 'min-max' | 'max' | 'openclaw-rank'

/**
 * What a list counts for an item that it does not hold: `renormalize` divides its weight among the lists that hold the
 * item, `zero` counts 0 at full weight.
 */
export type MissingRule = 'renormalize' | 'zero'

/** What callers may set; each strategy reads what its formula has and ignores the rest. */
export interface FusionOptions {
  /** Rank constant of reciprocal rank fusion, from 0; default 60. */
  readonly k?: number | undefined
  /** Whether `rrf` divides by (Σw)/(k+1), so that first place in every list scores 1; default false. */
  readonly normalize?: boolean | undefined
  /**
   * By source, how `weighted` and `openclaw-2026.2` normalise a list. Sources left out keep the strategy's default,
   * and those the strategy does not know either get `position`.
   */
  readonly normalization?: Readonly<Record<string, Normalization>> | undefined
  /** For the score-based strategies; default `renormalize`, in `openclaw-2026.2` `zero`. */
  readonly missing?: MissingRule | undefined
}

/**
 * Turns ranked lists into one ranking: best first, ties by id, every id once. The result does not depend on the order
 * of the lists. No list, or none of positive weight, gives an empty ranking. Inputs are not changed.
 * @throws FusionError when a list, a weight or an option is malformed
 */
export type FusionStrategy = <Id extends string>(
  lists: readonly RankedList<Id>[],
  options?: FusionOptions,
) => Fused<Id>[]
