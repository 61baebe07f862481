import type { ConfidenceInputs, CosineScale } from './confidence.js'
import type { TextRange } from '@recallite/keyword'
import type { Contribution } from '@recallite/fusion'
import type { Locator, Span } from '@recallite/store'
import type { QueryTime } from './time/read-time.js'

/** What a search looks for: chunks of files, or records. */
export type ResultKind = 'file' | 'record'

/** `ok`: it found candidates; `empty`: none; `off`: it was not asked; `failed`: it could not answer. */
export type RetrieverState = 'ok' | 'empty' | 'off' | 'failed'

/** A query term that was replaced because no chunk contains it. */
export interface SpellingCorrection {
  /** In lower case and without accents, as terms are compared. */
  readonly typed: string
  /** Similar words that some chunk contains, the most plausible first. */
  readonly corrected: readonly string[]
}

/** A failure that degraded an answer. */
export interface Degradation {
  /** The name of a retriever, `reranker`, or `index` if the index itself is damaged. */
  readonly retriever: string
  readonly reason: string
}

/** How the time of the query and recency moved a result in the ranking. */
export interface Adjustment {
  /** Its position before, from 1. */
  readonly from: number
  /** Its position afterwards, from 1; by recency alone at most three from the one before. */
  readonly to: number
  /** How many days old its document is: 0 from today on, null without a date. */
  readonly ageDays: number | null
  /** What its score was multiplied by, from 1 to 1.5; only where the query names a time. */
  readonly timeFactor?: number | undefined
}

/** Where a text stands that repeats a result. */
export type DuplicateSpan = Pick<Locator, 'root' | 'path' | 'startLine' | 'endLine'>

/** One result of a search. */
export interface SearchResult extends Span {
  /** Of the chunk, or of the record. */
  readonly id: string
  readonly kind: ResultKind
  /** Only of a record: its collection, and when it occurred or else was created, in milliseconds since the epoch. */
  readonly record?: { readonly id: string; readonly collection: string; readonly at: number } | undefined
  /** Of a record `record`. */
  readonly root: string
  /** Of a record `record:<collection>/<id>`. */
  readonly path: string
  /** Headings above the chunk, outermost first. */
  readonly heading: readonly string[]
  readonly text: string
  /** About 240 characters of the text around the query's words. */
  readonly snippet: string
  /** The query's words in the snippet, in order; `end` is the UTF-16 offset after the word. */
  readonly matches: readonly TextRange[]
  /** Whether it contains a corrected term. */
  readonly isCorrected: boolean
  /** Orders the results of one query, and is not comparable across queries. */
  readonly fusedScore: number
  /** The probability that this answers the query, from 0 to 1; comparable across queries, models and collections. */
  readonly confidence: number
  /** The reranker's probability that this answers the query, which orders the results that have one; only with a reranker. */
  readonly rerankScore?: number | undefined
  /** Its rank by the fused score, from 1, before it was reranked. */
  readonly rankBeforeRerank?: number | undefined
  /** Whether its confidence is below the threshold, or below the default one where the search has a lower one. */
  readonly weak: boolean
  /** What `confidence` is computed from, together with `rerankScore` (`rerankedConfidence`). */
  readonly confidenceInputs: ConfidenceInputs
  /** For each retriever its raw and normalised score, effective weight and their product; `fusedScore` is the sum of the products. */
  readonly contributions: readonly Contribution[]
  /** Only with recency, or where the query names a time: how these moved this result. */
  readonly adjustment?: Adjustment | undefined
  /** Where nearly the same text was found with a lower rank; it is shown only once. */
  readonly duplicates: readonly DuplicateSpan[]
}

/** What the threshold is compared with: the confidence, once per query, or each result's fused score, as OpenClaw does. */
export type ThresholdOn = 'confidence' | 'fused'

/** The stages of a search, in their order; those that are off do not run. */
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

/** How long a stage took and what it did. */
export interface StageReport {
  readonly stage: StageName
  /** In milliseconds. */
  readonly time: number
  /** In words, such as `6 results, 0 damaged`. */
  readonly did: string
}

/** A term that chunks were scored by. */
interface ExplainedTerm {
  /** Its stem; adjacent words in quotation marks, an exact form after `=`, a prefix with a star, alternatives (also corrections) with bars between them. */
  readonly term: string
  /** Multiplies the term's BM25 score; smaller for words that were added or corrected. */
  readonly weight: number
  /** Inverse document frequency in this collection. */
  readonly idf: number
  /** Whether it counts for query coverage. */
  readonly isContentTerm: boolean
}

/** How the results of one kind were found and judged. */
export interface KindExplanation {
  readonly kind: ResultKind
  /** The name of the fusion strategy; `custom` for a function of the caller's. */
  readonly strategy: string
  readonly threshold: { readonly value: number; readonly on: ThresholdOn }
  /** With the idf in the documents of this kind. */
  readonly terms: readonly ExplainedTerm[]
  /** What the cosines mean, for the formula of `confidenceOf`; null if no vectors were searched. */
  readonly cosineScale: CosineScale | null
}

/** What is needed to recompute the scores by hand, together with each result's contributions. */
export interface SearchExplanation {
  /** Stop words of the query, which are not scored. */
  readonly stopWords: readonly string[]
  /** One for each kind that was searched. */
  readonly kinds: readonly KindExplanation[]
  /** Each stage that ran, once, in their order. */
  readonly stages: readonly StageReport[]
}

/** Where the time went, in milliseconds. */
export interface SearchTimings {
  readonly total: number
  /** Reading changed files before answering. */
  readonly sync: number
  /** How long each retriever took, by name; they run at the same time. */
  readonly retrievers: Readonly<Record<string, number>>
  /** The part of the vector retriever's time that embedded the query, including loading the model. */
  readonly embed: number
  /** Scoring every candidate on both retrievers, fusing, reranking, and reading the results. */
  readonly rank: number
}

/** Whose memory it is: the user's own, or that of a project, which is used only in the project's folder. */
export type MemoryScope =
  | { readonly kind: 'user' }
  | { readonly kind: 'project'; /** Its real path. */ readonly folder: string }

/** Where an answer comes from. */
export interface Searched {
  readonly scope: MemoryScope['kind']
  /** The folder of the project; null for the user's own memory. */
  readonly project: string | null
  /** The names of the roots that were searched, in their order. */
  readonly roots: readonly string[]
  readonly kinds: readonly ResultKind[]
}

/** What a search found, and how. */
export interface SearchAnswer {
  readonly query: string
  readonly searched: Searched
  /** How the query was understood, in words. */
  readonly understood: string
  /** Terms that were corrected because nothing answered the query as typed; usually none. */
  readonly corrections: readonly SpellingCorrection[]
  /** The time that the query names, which is preferred; null if it names none, or if that does not count. */
  readonly time: QueryTime | null
  /** `hybrid` if several retrievers found something, the name of the only one that did, or `none`. */
  readonly mode: string
  /** What each retriever did, by name. */
  readonly retrievers: Readonly<Record<string, RetrieverState>>
  /** Of the model that embedded the query; null without one. */
  readonly provider: string | null
  readonly model: string | null
  /** What did not work as it should, and why. */
  readonly degraded: readonly Degradation[]
  /** Whether files have changed that this answer does not know of. */
  readonly stale: boolean
  readonly timings: SearchTimings
  /** The highest confidence among the results, or among those that would be shown without a threshold; 0 without any. */
  readonly confidence: number
  /** Whether there are no results because none of those that would be shown reaches the threshold. */
  readonly abstained: boolean
  /** How many candidates are not shown because the search abstains; 0 if it does not. */
  readonly heldBack: number
  readonly results: readonly SearchResult[]
  readonly explanation: SearchExplanation
}
