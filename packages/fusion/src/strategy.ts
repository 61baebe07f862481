/** The contribution of one list to a fused score. */
export interface Contribution {
  readonly source: string
  /** The rank of the item in this list, from 1; null if the list did not find it. */
  readonly rank: number | null
  /** The list's raw score; null if it has none for this item. */
  readonly raw: number | null
  /** The query coverage of the item, from 0 to 1, if the list has one. */
  readonly coverage?: number
  /** The score on the strategy's scale; null if there is no raw score. */
  readonly normalized: number | null
  /** The effective weight; 0 if `normalized` is null. */
  readonly weight: number
  /** `weight` × `normalized`; 0 if `normalized` is null. */
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
 * How the scores s of a list are normalised: `none` s, `position` 1 / rank (0 if not found), `min-max` (s − min) / (max − min),
 * `theoretical-min-max` the same with the list's `minimum`, `max` s / max, `l2` s / √Σs², `z-score` (s − μ) / σ, `dbsf`
 * (s − (μ − 3σ)) / 6σ, `openclaw-rank` 1 / (1 + max(0, −s)).
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
  /** Whether `rrf` divides by (Σw)/(k+1), so that an item that is first in every list scores 1; default false. */
  readonly normalize?: boolean | undefined
  /** By source, for strategies that combine scores, except `calibrated`, `convex` and `log-odds-conjunction`; default: the strategy's. */
  readonly normalization?: Readonly<Record<string, Normalization>> | undefined
}

/** An item as one retriever ranked it. */
export interface RankedItem<Id extends string = string> {
  readonly id: Id
  /** The retriever's score, finite; higher is better. */
  readonly score: number
  /** The rank in the retriever's results, from 1; null if the retriever did not find the item and only scored it afterwards. */
  readonly foundRank: number | null
  /** The query coverage of the item, from 0 to 1, if the retriever computes it. Only `calibrated` and `convex` read it. */
  readonly coverage?: number | undefined
}

/** The score of unrelated items, and the higher one of closely related items. */
export interface ScoreScale {
  readonly unrelated: number
  readonly related: number
}

/** The results of one retriever. */
export interface RankedList<Id extends string = string> {
  /** The name of the retriever, unique among the lists, e.g. `keyword`. */
  readonly source: string
  /** From 0, which excludes the list from the score. Only the ratio of weights affects the order. */
  readonly weight: number
  /** Whether the items it found are candidates even if its weight is 0; default false. */
  readonly addsCandidates?: boolean | undefined
  /** The lowest possible score: 0 for BM25, −1 for a cosine; default 0. Lower scores count as the minimum. */
  readonly minimum?: number | undefined
  /** For scores that are comparable across queries. Only `calibrated` reads it. */
  readonly scale?: ScoreScale | undefined
  /** In any order, without duplicate ids. */
  readonly items: readonly RankedItem<Id>[]
}

/**
 * Fuses ranked lists into one ranking: best first, ties by id, every id once. Candidates are the items with a rank in a list
 * that has a positive weight or adds candidates. Without lists of positive weight the ranking is empty.
 * @throws FusionError if a list, a weight or an option is invalid
 */
export type FusionStrategy = <Id extends string>(
  lists: readonly RankedList<Id>[],
  options?: FusionOptions,
) => Fused<Id>[]
