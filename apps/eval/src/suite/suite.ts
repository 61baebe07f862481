import type { Grades } from '../measures/ranking-measures.js'

/** A document of a suite that brings its texts in one file. */
export interface SuiteDocument {
  readonly id: string
  /** Empty where it has none. */
  readonly title: string
  readonly text: string
}

/** Documents that are files: all of a folder, to be indexed as it is, or some of several, each by its id and place. */
export type FileCorpus =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'files'; readonly files: ReadonlyMap<string, string> }

/** Where a suite's documents are: in files, whose ids are paths, or in texts that are to be written as files first. */
export type SuiteCorpus =
  | FileCorpus
  | { readonly kind: 'documents'; readonly documents: readonly SuiteDocument[] }

/** Where in a document an answer stands; with several conditions all of them must hold. */
export interface Passage {
  readonly document: string
  /** First and last line, from 1; a chunk that shares a line with them holds the answer. */
  readonly lines?: readonly [first: number, last: number] | undefined
  /** A text that a chunk must hold. */
  readonly contains?: string | undefined
}

/** A question, and the documents that answer it. */
export interface SuiteQuery {
  readonly id: string
  /** May be blank: such a query tests the door, not ranking. */
  readonly text: string
  /** What sort of question it is; empty where nobody says. */
  readonly kind: string
  /** No grade above 0: nothing should be found. */
  readonly grades: Grades
  /** Where the answers stand; empty where only their documents are known. */
  readonly passages: readonly Passage[]
  /** What people who read the suite should know; empty where nobody says. */
  readonly note: string
}

/** Documents and questions about them. */
export interface Suite {
  readonly name: string
  readonly description: string
  readonly corpus: SuiteCorpus
  readonly queries: readonly SuiteQuery[]
}

/** Tells our layout: what its folder is called and what it is about. */
export const ourMarkerFile = 'suite.yaml'

/** Tells the layout of BEIR: its documents, one on each line. */
export const beirMarkerFile = 'corpus.jsonl'

/** The queries of either layout, one on each line. */
export const queriesFile = 'queries.jsonl'

/** Where the documents are in our layout, unless the suite says otherwise. */
export const corpusFolder = 'corpus'
