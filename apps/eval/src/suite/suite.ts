import type { RecallOptions } from '@recallite/core/records'
import type { RecordInput, SessionInput } from '@recallite/store/records'
import type { Memory } from '@recallite/core'
import type { Grades } from '../measures/ranking-measures.js'

/** The file that marks a suite in the layout of BEIR: its documents, one on each line. */
export const beirMarkerFile = 'corpus.jsonl'
/** The folder of the documents in this program's layout, unless the manifest names another. */
export const corpusFolder = 'corpus'

/** The kind that stands for queries of all kinds in tables and reports. */
export const allKinds = 'all'

/** Documents and queries about them. */
export interface Suite<Corpus extends SuiteCorpus = SuiteCorpus> {
  readonly name: string
  readonly description: string
  /** Set if the questions were cut out of the documents that answer them. */
  readonly questions?: 'known-item' | undefined
  readonly corpus: Corpus
  /** When the queries are asked, in milliseconds since the epoch; undefined: now, or as each query of records says. */
  readonly at?: number | undefined
  readonly queries: readonly SuiteQuery[]
}

/** A suite's documents: files, whose ids are their paths, texts, or records. */
export type SuiteCorpus = TextCorpus | RecordCorpus

/** Documents that a memory of files takes. */
export type TextCorpus = FileCorpus | DocumentCorpus

/**
 * Documents in files: all of a folder, those of a memory's roots, with ids `root:path` as a search shows them, or some of several
 * folders, as a map from their ids to the files.
 */
export type FileCorpus =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'roots'; readonly roots: Awaited<ReturnType<Memory['listRoots']>> }
  | { readonly kind: 'files'; readonly files: ReadonlyMap<string, string> }

/** Documents as texts; a title may be empty. */
export interface DocumentCorpus {
  readonly kind: 'documents'
  readonly documents: readonly {
    readonly id: string
    readonly title: string
    readonly text: string
    /** Of a turn of a conversation, the text of the turn before. */
    readonly replyTo?: string | undefined
    /** The documents of a pool have an index of their own; undefined if all documents are one pool. */
    readonly pool?: string | undefined
  }[]
}

/** Records of an agent, each with an id, and its sessions: what a memory of records takes. */
export interface RecordCorpus {
  readonly kind: 'records'
  readonly records: readonly (RecordInput & { readonly id: string })[]
  readonly sessions: readonly SessionInput[]
}

/** A question, and the documents that answer it. */
export interface SuiteQuery {
  readonly id: string
  /** A blank one is not asked, unless it replays a session. */
  readonly text: string
  /** What sort of question it is; empty if not known. */
  readonly kind: string
  /** If no grade is above 0, nothing should be found. */
  readonly grades: Grades
  /** Where the answers stand; empty if only their documents are known. */
  readonly passages: readonly Passage[]
  /** For people who read the suite; may be empty. */
  readonly note: string
  /** The pool whose documents are searched; undefined if all documents are one pool. */
  readonly pool?: string | undefined
  /** How records are to be recalled; undefined in suites of files. */
  readonly recall?: Omit<RecallOptions, 'signal'> | undefined
}

/** Whether a query asks for something. */
export function isAsking({ text, recall }: Pick<SuiteQuery, 'text' | 'recall'>): boolean {
  return text.trim() !== '' || recall?.session !== undefined
}

/** Where in a document an answer stands. If both conditions are given, both must hold. */
export interface Passage {
  readonly document: string
  /** First and last line, from 1; a chunk that shares a line with them holds the answer. */
  readonly lines?: readonly [first: number, last: number] | undefined
  /** A text that a chunk must hold. */
  readonly contains?: string | undefined
}

/**
 * The parts of a suite that are indexed and searched separately: each pool of documents with the queries that are put to it. A
 * suite without pools is its only part.
 */
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
