import type { MemoryStatus, Passage, SearchOptions } from '@recallite/core'
import type { CandidatesReport } from '@recallite/core/ranking'
import type { RecallAnswer, RecallResult } from '@recallite/core/records'
import type { MemoryRecord } from '@recallite/store/records'
import type { Span, StoredDocument } from '@recallite/store'

/** All documents of the index, by root and path. */
export interface DocumentsAnswer {
  readonly documents: readonly ListedDocument[]
}

/** A document in a list. */
export type ListedDocument = Pick<StoredDocument, 'root' | 'path' | 'title' | 'date'>

/** A document, and lines of its text: all of them, unless there are very many. */
export interface DocumentAnswer
  extends ListedDocument, Pick<Passage, 'links' | 'backlinks' | 'lines' | 'text'> {
  readonly tags: readonly string[]
  readonly aliases: readonly string[]
  /** In the order of the text. */
  readonly chunks: readonly ChunkSpan[]
  /** Whether the file is not as it was when it was cut into these chunks. */
  readonly hasChanged: boolean
  /** The first line that is here. */
  readonly from: number
}

/** Where a chunk is, below which headings. */
export interface ChunkSpan extends Span {
  readonly heading: readonly string[]
}

/** A record in a list; `hit`: how likely it answers, if it was searched for. */
export interface ListedRecord extends Pick<
  MemoryRecord,
  'id' | 'collection' | 'session' | 'status' | 'confidence' | 'expiresAt' | 'accessCount' | 'returnCount'
> {
  readonly supersededBy: string | null
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
  /** Of each suite, from one run to the other if there are two, else from the baseline to each other strategy. */
  readonly changes: readonly {
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
  }[]
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

/** Lines over the same `points`: shares from 0 to 1, null where there is none. */
export interface ReportCurves {
  readonly title: string
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

/** The state of a memory. */
export interface HealthReport extends Pick<MemoryStatus, 'spaces'> {
  /** As `recallite status` prints them, without the roots and the spaces. */
  readonly rows: readonly (readonly [label: string, what: string])[]
  /** The indexed folders; when a document was last read: null if none was, and while files are read. */
  readonly roots: readonly (MemoryStatus['roots'][number] & { readonly changedAt: number | null })[]
  /** The process that is indexing now; null if none is. */
  readonly indexing: number | null
  /** What did not succeed when files were last read and texts last embedded, and why. */
  readonly failures: readonly string[]
}

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

/** What `candidates` answers, with the options of the settings and of the request. */
export interface CandidatesAnswer extends CandidatesReport {
  readonly options: SearchOptions
}
