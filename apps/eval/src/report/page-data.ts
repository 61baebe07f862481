/** How many documents of a ranking the page shows. */
export const shownRanks = 10

/** What the page's script reads: every query with its answers. Each text stands once, among the strings. */
export interface PageData {
  readonly strings: readonly string[]
  readonly chunks: readonly PageChunk[]
  /** A query counts as found if a relevant document is among so many. */
  readonly hitDepth: number
  readonly suites: readonly PageSuite[]
}

/** A string by its index among the strings. */
type Text = number

/** A chunk of a document; its lines count from 1. */
export type PageChunk = readonly [
  document: Text,
  startLine: number,
  endLine: number,
  heading: Text,
  snippet: Text,
]

/** A suite, and the systems that answered it: strategies of one run or of several. */
export interface PageSuite {
  readonly title: string
  /** The position of its run, whose systems searched the same documents, and the retriever if the strategy is just one. */
  readonly systems: readonly { name: string; run: number; retriever: 'keyword' | 'vector' | null }[]
  readonly queries: readonly PageQuery[]
}

/** A query with one answer for each of its suite's systems. */
export interface PageQuery {
  readonly id: string
  readonly text: string
  readonly kind: string
  /** The first documents that answer it, best grade first, and where in them the answer stands. */
  readonly expected: readonly { document: Text; grade: number; places: readonly string[] }[]
  /** How many documents answer it; 0 if nothing should be found. */
  readonly relevant: number
  readonly answers: readonly (PageAnswer | null)[]
}

/** A system's answer to a query. */
export interface PageAnswer {
  /** Of the first relevant document, from 1; null if none was ranked. */
  readonly rank: number | null
  readonly ranking: readonly PageEntry[]
  /** Documents below those whose details are known. */
  readonly others: readonly (readonly [document: Text, grade: number])[]
  /** How many chunks the strategy shows by its own limit and threshold; null if not known. */
  readonly shown: number | null
  /** The rank of the first shown chunk that holds an answering passage; null if none does. */
  readonly passage: number | null
  readonly milliseconds: number | null
  readonly degraded: readonly Text[]
}

/** A document with the index of its best chunk among the chunks; a grade of 0 is not relevant. */
export type PageEntry = readonly [
  chunk: number,
  grade: number,
  score: number,
  evidence: number,
  contributions: readonly PageContribution[],
]

/** What a retriever contributed to a score; its query coverage, from 0 to 1, if it is known. */
export type PageContribution = readonly [
  source: Text,
  rank: number | null,
  raw: number | null,
  value: number,
  coverage?: number,
]
