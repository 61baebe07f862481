import type { SearchOptions } from '@recallite/core'
import type { CandidatesReport } from '@recallite/core/ranking'

/** Why a request was refused. */
export interface Refused {
  readonly error: { readonly code: string; readonly message: string }
}

/** The user's own suite of judged queries; there may be none yet. */
export interface JudgedSuite {
  readonly folder: string
  /** Differs when the index has changed since, as far as the judged roots go. */
  readonly version: string
  /** The command that measures it. */
  readonly command: string
  readonly queries: readonly JudgedQuery[]
}

/** A query, and the documents that were judged for it. */
export interface JudgedQuery {
  readonly id: string
  readonly text: string
  readonly documents: readonly JudgedDocument[]
}

/** Whether a document answers a query. */
export interface JudgedDocument {
  /** As `root:path`. */
  readonly document: string
  /** 0: it does not. */
  readonly grade: number
  /** The first and the last line that answer; null for the whole document. */
  readonly lines: readonly [number, number] | null
  /** Whether the index has it still. */
  readonly isIndexed: boolean
}

/** The state of a memory. */
export interface HealthReport {
  /** As `recallite status` prints them, without the roots and the spaces. */
  readonly rows: readonly (readonly [label: string, what: string])[]
  readonly roots: readonly HealthRoot[]
  readonly spaces: readonly HealthSpace[]
  /** The process that is indexing now; null if none is. */
  readonly indexing: number | null
  /** What did not succeed when files were last read and texts last embedded, and why. */
  readonly failures: readonly string[]
}

/** An indexed folder. */
export interface HealthRoot {
  readonly name: string
  readonly path: string
  readonly files: number
  readonly chunks: number
  /** When a document was last read, as an ISO date; null if none was, and while files are read. */
  readonly changedAt: string | null
}

/** The vectors of a model. */
export interface HealthSpace {
  readonly provider: string
  readonly model: string
  readonly dimensions: number
  readonly vectors: number
  /** Texts that have no vector yet. */
  readonly pending: number
  readonly bytes: number
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

/** What `candidates` answers. */
export interface CandidatesAnswer extends CandidatesReport {
  /** The options of the settings and of the request, with which the memory searches. */
  readonly options: SearchOptions
}
