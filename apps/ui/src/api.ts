import type { MemoryStatus, Passage, SearchAnswer, SearchOptions, SearchResult } from '@recallite/core'
import type { RankedCandidate } from '@recallite/core/ranking'
import type { MemoryRecord } from '@recallite/store/records'
import type { StoredDocument } from '@recallite/store'

/** All documents of the index, by root and path. */
export interface DocumentsAnswer {
  readonly documents: readonly ListedDocument[]
}

export type ListedDocument = Pick<StoredDocument, 'root' | 'path' | 'title' | 'date'>

/** A part of a note: its lines `from` to `to`, the line that is read, and the headings around it. */
export interface RenderedPart {
  readonly line: number
  readonly from: number
  readonly to: number
  readonly nodes: readonly MarkdownNode[]
  readonly outline: readonly OutlineEntry[]
}

/** A heading; `level` is 2 to 6, below the title of the page. */
export interface OutlineEntry {
  readonly level: number
  readonly text: string
  readonly line: number
}

/** Text, or an element. */
export type MarkdownNode = string | MarkdownElement

/** `tag` is a name of HTML; `line` is the first line of a block. */
export interface MarkdownElement {
  readonly tag: string
  readonly children?: readonly MarkdownNode[]
  readonly line?: number
  /** An address with `http:`, `https:` or `mailto:`. */
  readonly href?: string
  /** A link to another note or a heading, as it is written. */
  readonly to?: string
  /** An image of the folder, as it is written. */
  readonly src?: string
  readonly alt?: string
  readonly align?: string
  /** The number of a list item. */
  readonly value?: number
}

/** An editor that opens the note; without an address, by `POST /api/open`. */
export interface EditorLink {
  readonly name: string
  readonly href: string | null
}

/** A part of a document: rendered, or with a node for each line of its source. */
export interface DocumentAnswer extends ListedDocument, Pick<Passage, 'links' | 'backlinks' | 'lines'> {
  readonly rendered: RenderedPart
  readonly isMarkdown: boolean
  readonly isSource: boolean
  readonly editors: readonly EditorLink[]
  readonly tags: readonly string[]
  readonly aliases: readonly string[]
  /** Whether the file has changed since it was indexed. */
  readonly hasChanged: boolean
}

/** A record in a list. */
export interface ListedRecord extends Omit<MemoryRecord, 'content' | 'summary' | 'context' | 'tags'> {
  /** The beginning of the summary or content, on one line and without markup. */
  readonly text: string
  /** The time it occurred, or was created if that is unknown. */
  readonly time: number
}

/** A page of records, oldest first. `next` is the cursor of the next page, null on the last page. */
export interface RecordsAnswer {
  readonly records: readonly ListedRecord[]
  readonly next: string | null
}

/** The results of a search, without their texts. */
export interface FoundAnswer extends Omit<SearchAnswer, 'results' | 'explanation'> {
  readonly results: readonly FoundResult[]
}

export interface FoundResult extends Omit<SearchResult, 'text' | 'snippet' | 'matches'> {
  /** Parts of the snippet without markup; every second one matches the query. */
  readonly snippet: readonly string[]
  /** As `2026-02-11`; null if unknown. */
  readonly date: string | null
  readonly tags: readonly string[]
}

/** A search with its candidates in the order of their ranking: the results, then those that are not shown. */
export interface ExplainAnswer extends FoundAnswer {
  readonly ranking: readonly RankedCandidate[]
  /** The values of the options that the page changes. */
  readonly used: Pick<
    SearchOptions,
    'fusion' | 'vectorWeight' | 'textWeight' | 'threshold' | 'limit' | 'perDocument'
  >
}

/** The latest notes and records, and what the memory holds. */
export interface StartAnswer extends Pick<MemoryStatus, 'roots' | 'files' | 'spaces'> {
  readonly notes: readonly ListedDocument[]
  readonly records: readonly ListedRecord[]
  /** Null if unknown. */
  readonly recordCount: number | null
  /** In milliseconds since the epoch; null if nothing is indexed. */
  readonly indexedAt: number | null
  readonly isIndexing: boolean
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
