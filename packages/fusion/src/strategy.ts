/** One list's part in a fused score. */
export interface Contribution {
  readonly source: string
  /** The item's place from 1 in this list, or null if this list did not find it. */
  readonly rank: number | null
  /** The list's own score, or null if it has none for this item. */
  readonly raw: number | null
  /** How much of what was asked the item matches, from 0 to 1; left out where the list does not tell. */
  readonly coverage?: number
  /** What this list adds to the fused score; 0 if it does not hold the item. */
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

/** An item as one retriever ranked it. */
export interface RankedItem<Id extends string = string> {
  readonly id: Id
  /** The retriever's own score, finite; higher is better. */
  readonly score: number
  /**
   * Place from 1 in the retriever's own results, or null where the score was completed afterwards. An item that no
   * list of positive weight found is no candidate and never appears.
   */
  readonly foundRank: number | null
  /**
   * How much of what was asked this item matches, from 0 to 1, where the retriever can tell: for words their share by
   * rarity. Only `convex` reads it.
   */
  readonly coverage?: number | undefined
}

/**
 * What one retriever says. An id that is absent is not held by this list: score-based strategies then weigh the
 * item by the lists that do hold it (or count zero, see `FusionOptions.missing`), rank-based ones give it nothing.
 */
export interface RankedList<Id extends string = string> {
  /** The retriever's name, unique among the lists, e.g. `keyword`. */
  readonly source: string
  /** From 0; a list of weight 0 is as good as absent. Only the ratio of weights matters for the order. */
  readonly weight: number
  /**
   * The least score this retriever could give in theory: 0 for BM25, −1 for a cosine; default 0. Only `convex` reads
   * it; lower scores count as the minimum.
   */
  readonly minimum?: number | undefined
  /** In any order, every id at most once. */
  readonly items: readonly RankedItem<Id>[]
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
