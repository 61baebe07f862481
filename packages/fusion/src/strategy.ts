/** The contribution of one list to a fused score. */
export interface Contribution {
  readonly source: string
  /** The rank of the item in this list from 1; null if the list did not find it. */
  readonly rank: number | null
  /** The raw score of the list; null if it has none for this item. */
  readonly raw: number | null
  /** The query coverage of the item, from 0 to 1; left out if the list has none. */
  readonly coverage?: number
  /** The list's score on the strategy's scale; null if it has none, as a rule for an item that it does not contain. */
  readonly normalized: number | null
  /** What `normalized` is multiplied by; 0 if that is null. */
  readonly weight: number
  /** `weight` × `normalized`; 0 if that is null. */
  readonly value: number
}

/** A fused item: its score is the sum of the values of its contributions, added in ascending order. */
export interface Fused<Id extends string = string> {
  readonly id: Id
  readonly score: number
  /** One per list of positive weight, in the order of the lists; then one per list of weight 0 that adds candidates. */
  readonly contributions: readonly Contribution[]
}

/**
 * How the scores of a list are normalised: `none` keeps them, `position` is 1 ÷ rank (0 if not found), `min-max` maps
 * the worst to 0 and the best to 1, `theoretical-min-max` the least possible score to 0 and the best to 1, `max` divides by the best, `l2` by the Euclidean length of all scores, `z-score` is
 * the distance from the mean in standard deviations, `dbsf` maps three standard deviations below the mean to 0 and
 * three above to 1, `openclaw-rank` is 1 / (1 + max(0, −score)).
 */
export const normalizationNames = [
  'none',
  'position',
  'min-max',
  'theoretical-min-max',
  'max',
  'l2',
  'z-score',
  'dbsf',
  'openclaw-rank',
] as const

/** The name of a normalisation. */
export type Normalization = (typeof normalizationNames)[number]

/** Options of strategies; each reads those of its formula and ignores the rest. */
export interface FusionOptions {
  /** Rank constant of `rrf` and `rrf-compressed`, from 0; default 60, in `rrf-compressed` 2. */
  readonly k?: number | undefined
  /** Whether `rrf` divides by (Σw)/(k+1), so that first in every list scores 1; default false. */
  readonly normalize?: boolean | undefined
  /**
   * The normalisation by source, for strategies that combine scores, except `calibrated`, `convex` and `log-odds-conjunction`. Other
   * sources have the default of the strategy.
   */
  readonly normalization?: Readonly<Record<string, Normalization>> | undefined
}

/** An item as one retriever ranked it. */
export interface RankedItem<Id extends string = string> {
  readonly id: Id
  /** The retriever's own score, finite; higher is better. */
  readonly score: number
  /**
   * The rank in the retriever's own results, from 1; null if the retriever did not find the item and only scored it
   * afterwards. Candidates are the items that have a rank in a list of positive weight, or in one that adds candidates.
   */
  readonly foundRank: number | null
  /** The query coverage of the item, from 0 to 1, if the retriever can tell. Only `calibrated` and `convex` read it. */
  readonly coverage?: number | undefined
}

/** What items that have nothing to do with each other score, and what closely related ones do, which is more. */
export interface ScoreScale {
  readonly unrelated: number
  readonly related: number
}

/**
 * The results of one retriever. For absent ids, `calibrated`, `convex` and `weighted` weigh the other lists, and every other
 * strategy adds nothing.
 */
export interface RankedList<Id extends string = string> {
  /** The name of the retriever, unique among the lists, e.g. `keyword`. */
  readonly source: string
  /** From 0, which leaves the list out of the score. Only the ratio of weights affects the order. */
  readonly weight: number
  /** Whether what it found is a candidate even if its weight is 0; default false. */
  readonly addsCandidates?: boolean | undefined
  /**
   * The least possible score: 0 for BM25, −1 for a cosine; default 0. Only `calibrated` and `convex` read it; lower scores
   * count as the minimum.
   */
  readonly minimum?: number | undefined
  /** What scores mean, if they mean the same for every query. Only `calibrated` reads it. */
  readonly scale?: ScoreScale | undefined
  /** In any order, every id at most once. */
  readonly items: readonly RankedItem<Id>[]
}

/**
 * Fuses ranked lists into one ranking: best first, ties by id, every id once. The order of the lists does not matter.
 * Without lists of positive weight the ranking is empty. Inputs are not changed.
 * @throws FusionError if a list, a weight or an option is invalid
 */
export type FusionStrategy = <Id extends string>(
  lists: readonly RankedList<Id>[],
  options?: FusionOptions,
) => Fused<Id>[]
