/** What the page's script knows: every query with its answers. Texts stand once, among the strings. */
export interface PageData {
  readonly strings: readonly string[]
  readonly chunks: readonly PageChunk[]
  /** A query is found where a relevant document is among so many. */
  readonly hitDepth: number
  readonly suites: readonly PageSuite[]
}

/** A string by its index among the strings. */
export type Text = number

/** A chunk of a document; its lines count from 1. */
export type PageChunk = readonly [
  document: Text,
  startLine: number,
  endLine: number,
  heading: Text,
  snippet: Text,
]

/** A suite and who answered it. */
export interface PageSuite {
  readonly title: string
  readonly systems: readonly PageSystem[]
  readonly queries: readonly PageQuery[]
}

/** A strategy of a run. */
export interface PageSystem {
  readonly name: string
  /** Which of the runs it is of, from 0; systems of one run searched the same documents. */
  readonly run: number
  /** Whether it is a retriever alone. */
  readonly retriever: 'keyword' | 'vector' | null
}

/** A query with one answer for each of its suite's systems. */
export interface PageQuery {
  readonly id: string
  readonly text: string
  readonly kind: string
  /** The first documents that answer it, best grade first. */
  readonly expected: readonly PageExpected[]
  /** How many documents answer it; 0 where nothing should be found. */
  readonly relevant: number
  readonly answers: readonly (PageAnswer | null)[]
}

/** A document that answers a query, and where in it. */
export interface PageExpected {
  readonly document: Text
  readonly grade: number
  readonly places: readonly string[]
}

/** What a system answered to a query. */
export interface PageAnswer {
  /** From 1, of the first relevant document; null where none was ranked. */
  readonly rank: number | null
  readonly ranking: readonly PageEntry[]
  /** Documents below those whose details are known. */
  readonly others: readonly PageDocument[]
  /** Chunks shown by the strategy's own limit and threshold; null where that is not known. */
  readonly shown: number | null
  /** Which of them, from 1, holds a passage that answers; null where none does. */
  readonly passage: number | null
  readonly milliseconds: number | null
  readonly degraded: readonly Text[]
}

/** A document alone; a grade of 0 is not relevant. */
export type PageDocument = readonly [document: Text, grade: number]

/** A document by its best chunk, by its index among the chunks. */
export type PageEntry = readonly [
  chunk: number,
  grade: number,
  score: number,
  evidence: number,
  contributions: readonly PageContribution[],
]

/** What a list contributed to a score; its coverage, from 0 to 1, where it tells one. */
export type PageContribution = readonly [
  source: Text,
  rank: number | null,
  raw: number | null,
  value: number,
  coverage?: number,
]

/** How many documents of a ranking the page shows. */
export const shownRanks = 10
