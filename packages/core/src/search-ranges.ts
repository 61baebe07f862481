/** The maximum number of candidates per retriever. */
export const maxCandidates = 10_000

/** The maximum number of results. */
export const maximumLimit = 100

/** The range of a numeric option. */
export interface SearchRange {
  /** The minimum; excluded with `isAbove`. */
  readonly min: number
  readonly isAbove?: boolean
  readonly max?: number
  readonly isWhole?: boolean
}

/** The range of each numeric option of a search. */
export const searchRanges = {
  limit: { min: 1, max: maximumLimit, isWhole: true },
  /** Fused scores (`thresholdOn`) may be negative. */
  threshold: { min: -1, max: 1 },
  vectorWeight: { min: 0 },
  textWeight: { min: 0 },
  rrfK: { min: 0, isAbove: true },
  candidateMultiplier: { min: 1, max: 100 },
  candidates: { min: 1, max: maxCandidates },
  perDocument: { min: 0, isWhole: true },
  recency: { min: 0, isAbove: true },
  rerankCandidates: { min: 1, max: 100 },
  rerankDeadline: { min: 1, max: 600_000 },
} as const satisfies Readonly<Record<string, SearchRange>>
