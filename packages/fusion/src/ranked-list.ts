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
