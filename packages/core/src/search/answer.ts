import type { TextRange } from '@recallite/analysis'
import type { Contribution } from '@recallite/fusion'
import type { Span } from '@recallite/store'

/** The two retrievers. */
export type RetrieverName = 'keyword' | 'vector'

/** `ok` found something, `empty` nothing, `off` was not asked, `failed` could not answer. */
export type RetrieverState = 'ok' | 'empty' | 'off' | 'failed'

/** A word that no chunk has, and what it was read as. */
export interface Respelling {
  /** In the form it is compared in: lower case, without accents. */
  readonly typed: string
  /** Words that some chunk has, the most plausible first. */
  readonly read: readonly string[]
}

/** Something that did not work as it should, and why. */
export interface Degradation {
  /** What it is about: a retriever, or the `index` itself, of which something is damaged. */
  readonly retriever: RetrieverName | 'index'
  readonly reason: string
}

/** What the evidence of an item is made of. */
export interface EvidenceInputs {
  /** Cosine to the query, from −1 to 1; null without a vector. */
  readonly cosine: number | null
  /** Query coverage, from 0 to 1. */
  readonly coverage: number
}

/** One result of a search. */
export interface SearchResult extends Span {
  readonly id: string
  readonly root: string
  readonly path: string
  /** Headings above the chunk, outermost first. */
  readonly heading: readonly string[]
  readonly text: string
  /** About 240 characters of the text, where the query's words stand. */
  readonly snippet: string
  /** Where words of the query stand in the snippet, in order; `end` is the first character (UTF-16) after it. */
  readonly matches: readonly TextRange[]
  /** Whether it was found by a word that the query does not have as it was typed. */
  readonly isRespelled: boolean
  /** The fused score: orders these results, says nothing across queries. */
  readonly score: number
  /** From 0 to 1, how likely this answers the query at all; means the same for every query. */
  readonly evidence: number
  /** What `evidence` is computed from. */
  readonly evidenceInputs: EvidenceInputs
  /** What each retriever adds to `score`. */
  readonly contributions: readonly Contribution[]
}

/** The stages of a search, in their order. */
export type StageName = 'parse' | 'retrieve' | 'complete' | 'fuse' | 'threshold' | 'present'

/** What a stage did. */
export interface StageReport {
  readonly stage: StageName
  /** In milliseconds. */
  readonly time: number
  /** How many items it gave on; null for a stage that gives no ranking. */
  readonly items: number | null
}

/** A term that chunks were scored by. */
export interface ExplainedTerm {
  /** Its stem; words side by side in quotes, an exact form behind `=`, a prefix with a star, alternatives with bars between them. */
  readonly term: string
  readonly weight: number
  /** Inverse document frequency in this collection. */
  readonly idf: number
  /** Whether it counts for query coverage. */
  readonly isContentTerm: boolean
}

/** What it takes to compute the scores again by hand, beside the results' contributions. */
export interface SearchExplanation {
  /** The name of the fusion strategy; `custom` for a function of the caller's. */
  readonly strategy: string
  readonly terms: readonly ExplainedTerm[]
  /** Stop words of the query that were left out. */
  readonly leftOut: readonly string[]
  readonly threshold: { readonly value: number; readonly on: 'evidence' | 'fused' }
  readonly stages: readonly StageReport[]
}

/** Where the time went, in milliseconds. */
export interface SearchTimings {
  readonly total: number
  /** Reading changed files before answering. */
  readonly sync: number
  readonly keyword: number
  readonly vector: number
  /** The part of `vector` that went into embedding the query, loading the model included. */
  readonly embed: number
  /** Scoring every candidate on both retrievers, fusing, and reading the results. */
  readonly rank: number
}

/**
 * Whose memory it is: the user's own, of folders that were named, or that of a project, which was discovered in its folder
 * and is used only from inside it.
 */
export type MemoryScope =
  | { readonly kind: 'user' }
  | {
      readonly kind: 'project'
      /** Its real path. */
      readonly folder: string
    }

/** Where an answer comes from. */
export interface Searched {
  readonly scope: MemoryScope['kind']
  /** The folder of the project; null for the user's own memory. */
  readonly project: string | null
  /** The names of the roots that were searched, in their order. */
  readonly roots: readonly string[]
}

/** What a search found, and how. */
export interface SearchAnswer {
  readonly query: string
  readonly searched: Searched
  /** How the query was understood, in words. */
  readonly understood: string
  /** Words that were read as others because nothing answered them as typed; empty as a rule. */
  readonly respelled: readonly Respelling[]
  /** The retrievers that found something. */
  readonly mode: 'hybrid' | 'keyword' | 'vector' | 'none'
  readonly retrievers: Readonly<Record<RetrieverName, RetrieverState>>
  /** Of the model that embedded the query; null without one. */
  readonly provider: string | null
  readonly model: string | null
  /** What did not work as it should, and why. */
  readonly degraded: readonly Degradation[]
  /** Whether files have changed that this answer does not know of. */
  readonly stale: boolean
  readonly timings: SearchTimings
  readonly results: readonly SearchResult[]
  readonly explanation: SearchExplanation
}
