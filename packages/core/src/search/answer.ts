import type { ConfidenceInputs, CosineScale } from './confidence.js'
import type { RecordLinks } from '../records/record-links.js'
import type { TextRange } from '@recallite/keyword'
import type { Contribution } from '@recallite/fusion'
import type { Locator, Span } from '@recallite/store'
import type { MemoryRecord } from '@recallite/store/records'
import type { QueryTime } from './time/read-time.js'

/** The kind of a result: a chunk of a file, or a record. */
export type ResultKind = 'file' | 'record'

/** `ok`: found candidates; `empty`: found none; `off`: not used; `failed`: could not answer. */
export type RetrieverState = 'ok' | 'empty' | 'off' | 'failed'

/** A query term that was replaced because no chunk contains it. */
export interface SpellingCorrection {
  /** In lower case and without accents. */
  readonly typed: string
  /** Similar words of the index, the most plausible first. */
  readonly corrected: readonly string[]
}

/** A failure that degraded an answer. */
export interface Degradation {
  /** The name of a retriever, `reranker`, or `index` if the index itself is damaged. */
  readonly retriever: string
  readonly reason: string
}

/** How recency, the time in the query, its status or its original moved a result in the ranking. */
export interface Adjustment {
  /** The position before, from 1. */
  readonly from: number
  /** The position afterwards, from 1. Recency moves a result by up to three positions. */
  readonly to: number
  /** The age of its document in days: 0 from today on, null without a date. */
  readonly ageDays: number | null
  /** The factor of its score, from 1 to 3; only if the query names a time. */
  readonly timeFactor?: number | undefined
}

/** The location of a text that repeats a result. */
export type DuplicateSpan = Pick<Locator, 'root' | 'path' | 'startLine' | 'endLine'>

/** What a result states about its document. */
export interface ResultMarks {
  /** Why it is not in force, as its front matter states: `superseded`, `deprecated`, `draft`, `expired` and others. */
  readonly status?: string | undefined
  /** The path of the document that it is a copy of, in the same root. */
  readonly copyOf?: string | undefined
}

/** One result of a search. */
export interface SearchResult extends Span, ResultMarks, RecordLinks {
  /** The id of the chunk or record. */
  readonly id: string
  readonly kind: ResultKind
  /** Only of a record; `at`: when it occurred or else was created, in milliseconds since the epoch. */
  readonly record?:
    | (Pick<MemoryRecord, 'id' | 'collection' | 'origin' | 'client'> & { readonly at: number })
    | undefined
  /** `record` for a record. */
  readonly root: string
  /** `record:<collection>/<id>` for a record. */
  readonly path: string
  /** Of the document; of a record its summary, or null. */
  readonly title: string | null
  /** Headings above the chunk, outermost first, then the column names of a table that begins above it. */
  readonly heading: readonly string[]
  readonly text: string
  /** About 240 characters around the query's words. */
  readonly snippet: string
  /** The query's words in the snippet, in order, as UTF-16 offsets. */
  readonly matches: readonly TextRange[]
  readonly isCorrected: boolean
  /** Orders the results of one query; not comparable across queries. */
  readonly fusedScore: number
  /** The calibrated probability that this answers the query, from 0 to 1; comparable across queries, models and collections. */
  readonly confidence: number
  /** The reranker's probability that this answers the query; orders the results that have one. */
  readonly rerankScore?: number | undefined
  /** Its rank by fused score, from 1. */
  readonly rankBeforeRerank?: number | undefined
  /** Whether its confidence is below the threshold, or below the default threshold if that is higher. */
  readonly weak: boolean
  /** The inputs of `confidence`, besides `rerankScore`. */
  readonly confidenceInputs: ConfidenceInputs
  /** One per retriever; `fusedScore` is the sum of their values. */
  readonly contributions: readonly Contribution[]
  /** Only with recency, if the query names a time, or if it moved for its status or as a copy. */
  readonly adjustment?: Adjustment | undefined
  /** Lower-ranked near-duplicates, which are not results. */
  readonly duplicates: readonly DuplicateSpan[]
}

/** What the threshold applies to: the confidence, once per query, or each result's fused score, as in OpenClaw. */
export type ThresholdOn = 'confidence' | 'fused'

/** The stages of a search, in order; those that are off do not run. */
export type StageName =
  | 'parse'
  | 'retrieve'
  | 'complete'
  | 'fuse'
  | 'rerank'
  | 'order'
  | 'adjust'
  | 'merge'
  | 'diversify'
  | 'threshold'
  | 'present'

/** The duration and the effect of a stage. */
export interface StageReport {
  readonly stage: StageName
  /** In milliseconds. */
  readonly time: number
  /** For example `6 results, 0 damaged`. */
  readonly did: string
}

interface ExplainedTerm {
  /** A stem, or `"a phrase"`, `=exact`, `prefix*`, `either | or`. */
  readonly term: string
  /** Multiplies the term's BM25 score; less than 1 for added or corrected words. */
  readonly weight: number
  /** Inverse document frequency in the documents of this kind. */
  readonly idf: number
  /** Whether query coverage includes it. */
  readonly isContentTerm: boolean
}

/** How the results of one kind were ranked and judged. */
export interface KindExplanation {
  readonly kind: ResultKind
  /** The name of the fusion strategy; `custom` for a function. */
  readonly strategy: string
  readonly threshold: { readonly value: number; readonly on: ThresholdOn }
  readonly terms: readonly ExplainedTerm[]
  /** The scale of the cosines; null if no vectors were searched. */
  readonly cosineScale: CosineScale | null
}

/** With each result's contributions, enough to recompute the scores by hand. */
export interface SearchExplanation {
  /** Words of the query that are not scored. */
  readonly stopWords: readonly string[]
  readonly kinds: readonly KindExplanation[]
  readonly stages: readonly StageReport[]
}

/** Durations in milliseconds. */
export interface SearchTimings {
  readonly total: number
  /** Reading changed files before answering. */
  readonly sync: number
  /** By name; retrievers run at the same time. */
  readonly retrievers: Readonly<Record<string, number>>
  /** Embedding the query, including loading the model; part of the vector retriever's time. */
  readonly embed: number
  /** All stages after retrieval. */
  readonly rank: number
}

/** The owner of a memory: the user, or a project, whose memory is used only in its folder. */
export type MemoryScope =
  | { readonly kind: 'user' }
  | { readonly kind: 'project'; /** A real path. */ readonly folder: string }

/** The scope, roots and kinds that were searched. */
export interface Searched {
  readonly scope: MemoryScope['kind']
  /** The project's folder; null for the user's memory. */
  readonly project: string | null
  readonly roots: readonly string[]
  readonly kinds: readonly ResultKind[]
}

/** The answer to a query. */
export interface SearchAnswer {
  readonly query: string
  readonly searched: Searched
  /** A description of how the query was parsed. */
  readonly understood: string
  /** What the query requires if nothing has it, e.g. `"token refresh"`; the results then match its words instead. Null otherwise. */
  readonly unmatched: string | null
  /** Terms that were corrected because no chunk answered the query as typed. */
  readonly corrections: readonly SpellingCorrection[]
  /** The time in the query, which is preferred; null if there is none, or if `time` is off. */
  readonly time: QueryTime | null
  /** `hybrid` if several retrievers found candidates, the name of the only one that did, or `none`. */
  readonly mode: string
  /** By name. */
  readonly retrievers: Readonly<Record<string, RetrieverState>>
  /** The model that embedded the query; null without one. */
  readonly provider: string | null
  readonly model: string | null
  readonly degraded: readonly Degradation[]
  /** Whether files have changed that were not read before this answer. */
  readonly stale: boolean
  readonly timings: SearchTimings
  /** The highest confidence among the results, or among those that a search without a threshold returns; 0 without any. */
  readonly confidence: number
  /** Whether there are no results because no confidence reaches the threshold. */
  readonly abstained: boolean
  /** The number of candidates that are not shown because the search abstains, or else of results much less relevant than the best. */
  readonly heldBack: number
  readonly results: readonly SearchResult[]
  readonly explanation: SearchExplanation
}
