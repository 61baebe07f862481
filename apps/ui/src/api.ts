import type { MemoryStatus, SearchOptions } from '@recallite/core'
import type { CandidatesReport } from '@recallite/core/ranking'
import type { RecallAnswer, RecallResult } from '@recallite/core/records'
import type { MemoryRecord } from '@recallite/records'
import type { Span, StoredDocument } from '@recallite/store'

/** Why a request was refused. */
export interface Refused {
  readonly error: { readonly code: string; readonly message: string }
}

/** All documents of the index, by root and path. */
export interface DocumentsAnswer {
  readonly documents: readonly ListedDocument[]
}

/** A document in a list. */
export type ListedDocument = Pick<StoredDocument, 'root' | 'path' | 'title' | 'date'>

/** A document, and lines of its text. */
export interface DocumentAnswer extends ListedDocument {
  readonly tags: readonly string[]
  readonly aliases: readonly string[]
  /** Paths of documents of the same root. */
  readonly links: readonly string[]
  readonly backlinks: readonly string[]
  /** In the order of the text. */
  readonly chunks: readonly ChunkSpan[]
  /** Whether the file is not as it was when it was cut into these chunks. */
  readonly hasChanged: boolean
  /** How many lines the whole text has. */
  readonly lines: number
  /** The first line that is here. */
  readonly from: number
  /** Lines from there on: all of them, unless there are very many. */
  readonly text: string
}

/** Where a chunk is, below which headings. */
export interface ChunkSpan extends Span {
  readonly heading: readonly string[]
}

/** A record in a list; `hit`: how likely it answers, if it was searched for. */
export interface ListedRecord extends Pick<
  MemoryRecord,
  'id' | 'collection' | 'session' | 'status' | 'confidence' | 'expiresAt' | 'accessCount' | 'supersededBy'
> {
  readonly returnCount: number
  /** The beginning of its summary, or else of its content, on one line. */
  readonly text: string
  /** When it occurred, or else was made. */
  readonly time: number
  readonly hit?: Pick<RecallResult, 'confidence' | 'weak'>
}

/** Some records, earliest first; `next`: what to ask for those behind them, null for none. */
export interface RecordsAnswer {
  readonly records: readonly ListedRecord[]
  readonly next: string | null
}

/** Records that were searched for, best first. `degraded`: what did not work. */
export interface RecalledAnswer extends Pick<RecallAnswer, 'heldBack' | 'degraded'> {
  readonly records: readonly ListedRecord[]
}

/** What runs of query suites say: the data of a report. */
export interface Report {
  readonly title: string
  readonly runs: readonly ReportRun[]
  /** From one run to the other if there are two, else from the baseline to each other strategy. */
  readonly changes: readonly ReportChange[]
}

/** One run with its figures and its queries. */
export interface ReportRun {
  /** Its file; empty if it is the only one. */
  readonly name: string
  /** In words, after the file if there are several. */
  readonly verdict: string
  /** Its figures, then what it was made with. */
  readonly tables: readonly ReportTable[]
  readonly curves: readonly ReportCurves[]
  readonly strategies: readonly string[]
  /** How many documents were ranked for each query. */
  readonly depth: number
  readonly queries: readonly ReportQuery[]
}

/** Figures as they are printed; a line begins with what it is about. */
export interface ReportTable {
  readonly title: string
  readonly head: readonly string[]
  readonly lines: readonly (readonly string[])[]
  readonly note?: string
}

/** Lines over the same points: shares from 0 to 1, null where there is none. */
export interface ReportCurves {
  readonly title: string
  /** What the points are. */
  readonly points: string
  readonly xs: number[]
  readonly lines: readonly { readonly name: string; readonly values: (number | null)[] }[]
  readonly note: string
}

/** A query with each strategy's answer to it, in the order of the run's strategies. */
export interface ReportQuery {
  readonly suite: string
  readonly id: string
  readonly text: string
  readonly kind: string
  /** The documents that answer it. */
  readonly expected: readonly string[]
  /** The rank of the first document that answers, from 1, null if none is there; and the first results in words. */
  readonly answers: readonly { readonly rank: number | null; readonly results: readonly string[] }[]
}

/** A suite's queries, compared between two strategies or two runs. */
export interface ReportChange {
  readonly suite: string
  /** What is compared, then the difference and how often it is for either side. */
  readonly lines: readonly string[]
  /** The queries that rose or fell, the greatest change first, with the ranks of the first document that answers. */
  readonly moves: readonly {
    readonly id: string
    /** With its sign. */
    readonly difference: string
    readonly before: number | null
    readonly after: number | null
  }[]
}

/** The user's own suite of judged queries; there may be none yet. */
export interface JudgedSuite {
  readonly folder: string
  /** Differs when the index has changed since, as far as the judged roots go. */
  readonly version: string
  /** The command that measures it. */
  readonly command: string
  readonly queries: readonly JudgedQuery[]
  /** What was judged and the index does not have any more. */
  readonly gone: readonly string[]
}

/** A query, and the documents that were judged for it, as its line says. */
export interface JudgedQuery {
  readonly id: string
  readonly text: string
  readonly relevant: readonly JudgedDocument[]
}

/** Whether a document answers a query. */
export interface JudgedDocument {
  /** As `root:path`. */
  readonly path: string
  /** 0: it does not; default 1. */
  readonly grade?: number | undefined
  /** The lines that answer, such as `[12, 15]`; default the whole document. */
  readonly lines?: unknown
}

/** The state of a memory. */
export interface HealthReport {
  /** As `recallite status` prints them, without the roots and the spaces. */
  readonly rows: readonly (readonly [label: string, what: string])[]
  readonly roots: readonly HealthRoot[]
  readonly spaces: MemoryStatus['spaces']
  /** The process that is indexing now; null if none is. */
  readonly indexing: number | null
  /** What did not succeed when files were last read and texts last embedded, and why. */
  readonly failures: readonly string[]
}

/** An indexed folder; `changedAt`: when a document was last read, null if none was, and while files are read. */
export type HealthRoot = MemoryStatus['roots'][number] & { readonly changedAt: number | null }

/** What `recallite doctor` finds. */
export interface Examination {
  readonly findings: readonly Finding[]
}

/** What is well or not, and the command that mends it. */
export interface Finding {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'failed'
  readonly detail: string
  readonly cause: string | null
  readonly fix: string | null
}

/** What `candidates` answers. */
export interface CandidatesAnswer extends CandidatesReport {
  /** The options of the settings and of the request, with which the memory searches. */
  readonly options: SearchOptions
}
