import type { RankedList } from './ranked-list.js'

/** One list's part in a fused score. */
export interface Contribution {
  readonly source: string
  /** The item's place from 1 in this list, or null if this list did not find it. */
  readonly rank: number | null
  /** The list's own score, or null if it has none for this item. */
  readonly raw: number | null
  /** What this list adds to the fused score. */
  readonly value: number
}

/** A fused item: its score is the sum of its contributions' values. */
export interface Fused<Id extends string = string> {
  readonly id: Id
  readonly score: number
  /** One per list, in the order of the lists. */
  readonly contributions: readonly Contribution[]
}

/** What callers may set; each strategy reads what its formula has and ignores the rest. */
export interface FusionOptions {
  /** Rank constant of reciprocal rank fusion; default 60. */
  readonly k?: number | undefined
}

/**
 * Turns ranked lists into one ranking: best first, ties by id, every id once.
 * @throws FusionError when a list is malformed
 */
export type FusionStrategy = <Id extends string>(
  lists: readonly RankedList<Id>[],
  options?: FusionOptions,
) => Fused<Id>[]
