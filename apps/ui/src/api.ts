import type { SearchOptions } from '@recallite/core'
import type { CandidatesReport } from '@recallite/core/ranking'

/** Why a request was refused. */
export interface Refused {
  readonly error: { readonly code: string; readonly message: string }
}

/** What `candidates` answers. */
export interface CandidatesAnswer extends CandidatesReport {
  /** The options of the settings and of the request, with which the memory searches. */
  readonly options: SearchOptions
}
