/** What a search takes where nobody says otherwise, as far as it is a number. */
export const searchDefaults = {
  limit: 6,
  /** Evidence below which results are cut. */
  minScore: 0.35,
  /** Per retriever; more gained nothing on twenty-three collections, and a fixed pool keeps results stable. */
  candidates: 100,
} as const

/** The most candidates per retriever that can be asked for. */
export const mostCandidates = 10_000
