/** The most candidates per retriever that can be asked for. */
export const mostCandidates = 10_000

/** The most results that can be asked for. */
export const maximumLimit = 100

/** Which numbers an option of a search takes. */
export interface SearchRange {
  /** The least of them; with `isAbove` the number that they must exceed. */
  readonly least: number
  readonly isAbove?: boolean
  /** Without it there is no end. */
  readonly most?: number
  readonly isWhole?: boolean
}

/** The numbers that each option of a search takes; others are refused. */
export const searchRanges = {
  limit: { least: 1, most: maximumLimit, isWhole: true },
  /** Confidence is from 0 to 1; fused scores, which `thresholdOn` can name, may be negative. */
  threshold: { least: -1, most: 1 },
  vectorWeight: { least: 0 },
  textWeight: { least: 0 },
  rrfK: { least: 0, isAbove: true },
  candidateMultiplier: { least: 1, most: 100 },
  candidates: { least: 1, most: mostCandidates },
  perDocument: { least: 0, isWhole: true },
  recency: { least: 0, isAbove: true },
  rerankCandidates: { least: 1, most: 100 },
  rerankDeadline: { least: 1, most: 600_000 },
} as const satisfies Readonly<Record<string, SearchRange>>
