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

/** A document with its lines, or a part of them, the first of which is `from`. */
export interface DocumentAnswer
  extends ListedDocument, Pick<Passage, 'links' | 'backlinks' | 'lines' | 'text'> {
  readonly tags: readonly string[]
  readonly aliases: readonly string[]
  /** In the order of the text. */
  readonly chunks: readonly ChunkSpan[]
  /** Whether the file has changed since it was cut into these chunks. */
  readonly hasChanged: boolean
  readonly from: number
}

/** The span and heading path of a chunk. */
export interface ChunkSpan extends Span {
  readonly heading: readonly string[]
}

/** A record in a list; `hit`: the confidence, if it was found by a query. */
export interface ListedRecord extends Pick<
  MemoryRecord,
  'id' | 'collection' | 'session' | 'status' | 'confidence' | 'expiresAt' | 'accessCount' | 'returnCount'
> {
  readonly supersededBy: string | null
  /** The beginning of its summary, else of its content, on one line. */
  readonly text: string
  /** When it occurred, else when it was created. */
  readonly time: number
  readonly hit?: Pick<RecallResult, 'confidence' | 'weak'>
}

/** A page of records, earliest first; `next`: the cursor of the next page, null for the last. */
export interface RecordsAnswer {
  readonly records: readonly ListedRecord[]
  readonly next: string | null
}

/** The records of a recall, best first. */
export interface RecalledAnswer extends Pick<RecallAnswer, 'heldBack' | 'degraded'> {
  readonly records: readonly ListedRecord[]
}

/** The data of an evaluation report. */
export interface Report {
  readonly title: string
  readonly runs: readonly ReportRun[]
  /** For each suite, between two runs, or from the baseline to each other strategy. */
  readonly changes: readonly {
    readonly suite: string
    /** What is compared, then the difference. */
    readonly lines: readonly string[]
    /** The queries that changed, the greatest change first, with the ranks of the first relevant document. */
    readonly moves: readonly {
      readonly id: string
      /** With its sign. */
      readonly difference: string
      readonly before: number | null
      readonly after: number | null
    }[]
  }[]
}

/** One run with its figures and queries; `name`: its file, empty for a single run. */
export interface ReportRun {
  readonly name: string
  readonly verdict: string
  /** The figures, then the settings. */
  readonly tables: readonly ReportTable[]
  readonly curves: readonly ReportCurves[]
  readonly strategies: readonly string[]
  /** The number of documents that were ranked for each query. */
  readonly depth: number
  readonly queries: readonly ReportQuery[]
}

/** Formatted figures; the first cell of a line is its label. */
export interface ReportTable {
  readonly title: string
  readonly head: readonly string[]
  readonly lines: readonly (readonly string[])[]
  readonly note?: string
}

/** Curves over the same `points`: shares from 0 to 1, null for a gap. */
export interface ReportCurves {
  readonly title: string
  readonly points: string
  readonly xs: number[]
  readonly lines: readonly { readonly name: string; readonly values: (number | null)[] }[]
  readonly note: string
}

/** A query with the answer of each strategy, in the order of the run's strategies. */
export interface ReportQuery {
  readonly suite: string
  readonly id: string
  readonly text: string
  readonly kind: string
  readonly expected: readonly string[]
  /** The rank of the first relevant document, from 1 or null; and the first results in words. */
  readonly answers: readonly { readonly rank: number | null; readonly results: readonly string[] }[]
}

/** The state of a memory. */
export interface HealthReport extends Pick<MemoryStatus, 'spaces'> {
  /** The output of `recallite status` without roots and spaces. */
  readonly rows: readonly (readonly [label: string, what: string])[]
  /** The roots; `changedAt`: when a document was last read, null for never and while files are read. */
  readonly roots: readonly (MemoryStatus['roots'][number] & { readonly changedAt: number | null })[]
  /** The id of the process that is indexing, or null. */
  readonly indexing: number | null
  /** What failed when files were last read and texts last embedded, and why. */
  readonly failures: readonly string[]
}

/** The findings of `recallite doctor`. */
export interface Examination {
  readonly findings: readonly Finding[]
}

/** The result of a check, and the command that fixes it. */
export interface Finding {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'failed'
  readonly detail: string
  readonly cause: string | null
  readonly fix: string | null
}

/** The answer of `candidates`, with the options of the settings and of the request. */
export interface CandidatesAnswer extends CandidatesReport {
  readonly options: SearchOptions
}
