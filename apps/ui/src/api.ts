import type { MemoryStatus, Passage, SearchOptions } from '@recallite/core'
import type { CandidatesReport } from '@recallite/core/ranking'
import type { RecallAnswer, RecallResult } from '@recallite/core/records'
import type { MemoryRecord } from '@recallite/store/records'
import type { Span, StoredDocument } from '@recallite/store'

/** All documents of the index, by root and path. */
export interface DocumentsAnswer {
  readonly documents: readonly ListedDocument[]
}

export type ListedDocument = Pick<StoredDocument, 'root' | 'path' | 'title' | 'date'>

/** A document with its lines from line `from` on, maybe not all. */
export interface DocumentAnswer
  extends ListedDocument, Pick<Passage, 'links' | 'backlinks' | 'lines' | 'text'> {
  readonly tags: readonly string[]
  readonly aliases: readonly string[]
  /** In text order. */
  readonly chunks: readonly ChunkSpan[]
  /** Whether the file has changed since it was indexed. */
  readonly hasChanged: boolean
  readonly from: number
}

export interface ChunkSpan extends Span {
  readonly heading: readonly string[]
}

/** A record in a list. `hit` is set if a query found it. */
export interface ListedRecord extends Pick<
  MemoryRecord,
  'id' | 'collection' | 'session' | 'status' | 'confidence' | 'expiresAt' | 'accessCount' | 'returnCount'
> {
  readonly supersededBy: string | null
  /** The beginning of the summary or content, on one line. */
  readonly text: string
  /** The time it occurred, or was created if that is unknown. */
  readonly time: number
  readonly hit?: Pick<RecallResult, 'confidence' | 'weak'>
}

/** A page of records, oldest first. `next` is the cursor of the next page, null on the last page. */
export interface RecordsAnswer {
  readonly records: readonly ListedRecord[]
  readonly next: string | null
}

/** The records of a recall, best first. */
export interface RecalledAnswer extends Pick<RecallAnswer, 'heldBack' | 'degraded'> {
  readonly records: readonly ListedRecord[]
}

export interface Report {
  readonly title: string
  readonly runs: readonly ReportRun[]
  /** Per suite, from one run to another or from the baseline to each other strategy. */
  readonly changes: readonly {
    readonly suite: string
    /** A title, then the difference. */
    readonly lines: readonly string[]
    /** The changed queries, largest change first, with the ranks of the first relevant document. */
    readonly moves: readonly {
      readonly id: string
      /** Signed. */
      readonly difference: string
      readonly before: number | null
      readonly after: number | null
    }[]
  }[]
}

/** One run with its figures and queries. `name` is its file, empty if there is only one run. */
export interface ReportRun {
  readonly name: string
  readonly verdict: string
  /** The figures, then the settings. */
  readonly tables: readonly ReportTable[]
  readonly curves: readonly ReportCurves[]
  readonly strategies: readonly string[]
  /** The number of ranked documents per query. */
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

/** A query with one answer per strategy, in the order of the run's `strategies`. */
export interface ReportQuery {
  readonly suite: string
  readonly id: string
  readonly text: string
  readonly kind: string
  readonly expected: readonly string[]
  /** `rank` is that of the first relevant document, from 1; null if there is none. */
  readonly answers: readonly { readonly rank: number | null; readonly results: readonly string[] }[]
}

export interface HealthReport extends Pick<MemoryStatus, 'spaces'> {
  /** The output of `recallite status` without roots and spaces. */
  readonly rows: readonly (readonly [label: string, what: string])[]
  /** `changedAt` is when a document was last read: null if never, or if indexing is in progress. */
  readonly roots: readonly (MemoryStatus['roots'][number] & { readonly changedAt: number | null })[]
  /** The id of the indexing process, or null. */
  readonly indexing: number | null
  /** Failures of the last indexing and embedding, with reasons. */
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

/** The candidates, with the options from settings and request. */
export interface CandidatesAnswer extends CandidatesReport {
  readonly options: SearchOptions
}
