import type { RecallOptions } from '@recallite/core/records'
import type { RecordInput, SessionInput } from '@recallite/store/records'
import type { Memory } from '@recallite/core'
import type { Grades } from '../measures/ranking-measures.js'

/** The file that marks a suite: name, description and documents. */
export const suiteFile = 'suite.yaml'
export const queriesFile = 'queries.jsonl'
/** The file that marks a suite in BEIR format. */
export const beirMarkerFile = 'corpus.jsonl'
/** The default folder of the documents. */
export const corpusFolder = 'corpus'

/** The kind of rows about queries of all kinds. */
export const allKinds = 'all'

/** Documents and queries about them. */
export interface Suite<Corpus extends SuiteCorpus = SuiteCorpus> {
  readonly name: string
  readonly description: string
  /** Set if the questions were cut out of the documents that answer them. */
  readonly questions?: 'known-item' | undefined
  /** The strategies of a run without `--strategies`. Default: all. */
  readonly strategies?: readonly string[] | undefined
  readonly corpus: Corpus
  /** The time of the queries in milliseconds since the epoch. Undefined: now, or the time of each query of records. */
  readonly at?: number | undefined
  readonly queries: readonly SuiteQuery[]
}

export type SuiteCorpus = TextCorpus | RecordCorpus

/** Documents that are indexed as files. */
export type TextCorpus = FileCorpus | DocumentCorpus

/** Files of a folder, of a memory's roots (with ids `root:path`), or any files by id. */
export type FileCorpus =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'roots'; readonly roots: Awaited<ReturnType<Memory['listRoots']>> }
  | { readonly kind: 'files'; readonly files: ReadonlyMap<string, string> }

/** Documents as texts. Titles may be empty. */
export interface DocumentCorpus {
  readonly kind: 'documents'
  readonly documents: readonly {
    readonly id: string
    readonly title: string
    readonly text: string
    /** In a conversation, the text of the previous turn. */
    readonly replyTo?: string | undefined
    /** Each pool has its own index. Undefined if there is only one pool. */
    readonly pool?: string | undefined
  }[]
}

/** Records and their sessions. */
export interface RecordCorpus {
  readonly kind: 'records'
  readonly records: readonly (RecordInput & { readonly id: string })[]
  readonly sessions: readonly SessionInput[]
}

/** A question and its answers. */
export interface SuiteQuery {
  readonly id: string
  /** A blank query only runs if it replays a session. */
  readonly text: string
  /** May be empty. */
  readonly kind: string
  /** Without a grade above 0, the query has no answer. */
  readonly grades: Grades
  /** The locations of answers in documents; may be empty. */
  readonly passages: readonly Passage[]
  /** For readers of the suite; may be empty. */
  readonly note: string
  /** Undefined if there is only one pool. */
  readonly pool?: string | undefined
  /** Undefined in suites of files. */
  readonly recall?: Omit<RecallOptions, 'signal'> | undefined
}

/** Whether to run a query. */
export function isAsking({ text, recall }: Pick<SuiteQuery, 'text' | 'recall'>): boolean {
  return text.trim() !== '' || recall?.session !== undefined
}

/** The location of an answer. A chunk must meet all conditions. */
export interface Passage {
  readonly document: string
  /** First and last line, from 1. The chunk must overlap them. */
  readonly lines?: readonly [first: number, last: number] | undefined
  /** Text that the chunk must contain. */
  readonly contains?: string | undefined
}

/** The parts of a suite that have their own index: one per pool, or the suite itself. */
export function poolsOf(suite: Suite): Suite[] {
  const { corpus } = suite
  if (corpus.kind !== 'documents' || corpus.documents.every(({ pool }) => pool === undefined)) return [suite]
  return Array.from(
    Map.groupBy(corpus.documents, ({ pool }) => pool),
    ([pool, documents]) => ({
      ...suite,
      name: `${suite.name} ${pool ?? ''}`,
      corpus: { kind: 'documents', documents },
      queries: suite.queries.filter((query) => query.pool === pool),
    }),
  )
}
