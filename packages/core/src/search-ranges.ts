/** The maximum number of candidates per retriever. */
export const maxCandidates = 10_000

/** The maximum number of results. */
export const maximumLimit = 100

/** The range of a numeric option. */
export interface SearchRange {
  /** The minimum; excluded with `isAbove`. */
  readonly least: number
  readonly isAbove?: boolean
  readonly most?: number
  readonly isWhole?: boolean
}

/** The range of each numeric option of a search. */
export const searchRanges = {
  limit: { least: 1, most: maximumLimit, isWhole: true },
  /** Fused scores (`thresholdOn`) may be negative. */
  threshold: { least: -1, most: 1 },
  vectorWeight: { least: 0 },
  textWeight: { least: 0 },
  rrfK: { least: 0, isAbove: true },
  candidateMultiplier: { least: 1, most: 100 },
  candidates: { least: 1, most: maxCandidates },
  perDocument: { least: 0, isWhole: true },
  recency: { least: 0, isAbove: true },
  rerankCandidates: { least: 1, most: 100 },
  rerankDeadline: { least: 1, most: 600_000 },
} as const satisfies Readonly<Record<string, SearchRange>>
