import type { Adjustment, DuplicateSpan, RetrieverState, StageReport } from '../answer.js'

/** What one retriever made of a chunk. */
export interface RetrieverTrace {
  readonly state: RetrieverState
  /** Among its candidates, from 1; null if it is not among them. */
  readonly rank: number | null
  /** How many candidates it had. */
  readonly candidates: number
  /** Its own score: BM25 or cosine similarity; null without one. */
  readonly score: number | null
}

/** What the stages of a search made of a chunk. */
export interface ChunkTrace {
  readonly id: string
  readonly startLine: number
  readonly endLine: number
  readonly heading: readonly string[]
  /** Whether the filters of the options and of the query let it through, and whether it has the words that the query requires. */
  readonly passesFilters: boolean
  readonly hasRequiredWords: boolean
  readonly keyword: RetrieverTrace & {
    /** Query coverage, from 0 to 1. */
    readonly coverage: number
    /** The query's terms that it contains, and those that it does not; without stop words. */
    readonly matched: readonly string[]
    readonly missing: readonly string[]
  }
  readonly vector: RetrieverTrace
  /** Its position, from 1, and score in the fused ranking of so many; null if no retriever has it among its candidates. */
  readonly fused: { readonly rank: number; readonly of: number; readonly score: number } | null
  readonly confidence: number
  readonly adjustment: Adjustment | null
  /** Why it is no result of its own, and which chunk it is shown with. */
  readonly omission: {
    readonly kind: 'merged' | 'joined' | 'held'
    readonly into: DuplicateSpan | null
  } | null
  /** Its position among the results, from 1, with the largest limit; null if it would not be there. */
  readonly position: number | null
  /** Whether its fused score is below a threshold on fused scores. */
  readonly isCut: boolean
}

/** Why a document was or was not shown for a query. */
export interface WhyReport {
  readonly query: string
  /** Null for a file outside of all roots. */
  readonly root: string | null
  readonly path: string
  readonly isIndexed: boolean
  readonly isShown: boolean
  /** In one sentence. */
  readonly verdict: string
  /** What to do to see it; null if it is shown. */
  readonly advice: string | null
  /** How the search decided for the query as a whole; null if the document is not indexed. */
  readonly search: {
    readonly limit: number
    readonly threshold: number
    readonly confidence: number
    readonly abstained: boolean
    readonly stages: readonly StageReport[]
  } | null
  /** Its chunk that came furthest; null if it is not indexed or has no text. */
  readonly chunk: ChunkTrace | null
}
