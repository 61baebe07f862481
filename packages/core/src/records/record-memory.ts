import type {
  ListRequest,
  MemoryRecord,
  NewRecordFields,
  RecordOrigin,
  RecordPage,
  Session,
  SessionEntry,
  SessionInput,
  SessionsRequest,
} from '@recallite/store/records'
import type { Degradation, SearchAnswer, SearchResult } from '../search/answer.js'
import type { SearchOptions } from '../search/search-options.js'
import type { RecordLinks } from './record-links.js'

/** Short texts that an agent remembers, and recalls by meaning, words, context and location. */
export interface RecordMemory {
  /**
   * Stores a record, unless it repeats one of its collection in content, words or meaning. Resolves after the record is durable; it
   * may be embedded later.
   * @throws RecordError
   */
  remember(content: string, fields?: RememberOptions): Promise<Remembered>
  /** Replaces a record, which stays readable but is not recalled. @throws RecordError `RECORD_UNKNOWN`, `RECORD_SUPERSEDED` */
  supersede(id: string, content: string, fields?: Omit<NewRecordFields, 'content'>): Promise<Remembered>
  /** Forgets a record; false if there is none with this id. @throws RecordError */
  forget(id: string): Promise<boolean>
  /** Forgets all records of an origin, expired ones too; resolves to their ids. @throws RecordError */
  forgetOrigin(origin: RecordOrigin): Promise<readonly string[]>
  /** Lists records except expired ones; does not count as an access. With origins, pages may be short. @throws RecordError */
  list(request?: ListRequest & Pick<RecallOptions, 'origins'>): Promise<RecordPage>
  /** Reads a record of any status; counts as an access. @throws RecordError */
  get(id: string): Promise<MemoryRecord | undefined>
  /**
   * Recalls records. A blank query or `*` with a session replays the session in chronological order.
   * @throws MemoryError `QUERY_EMPTY`, `QUERY_COMMON`, `OPTION_INVALID`; FilterError; RecordError
   */
  recall(query: string, options?: RecallOptions): Promise<RecallAnswer>

  /** @throws RecordError */
  startSession(session?: SessionInput): Promise<Session>
  /** @throws RecordError `RECORD_UNKNOWN_SESSION` */
  endSession(id: string, options?: { readonly summary?: string | undefined }): Promise<Session>
  /** @throws RecordError */
  listSessions(request?: SessionsRequest): Promise<readonly SessionEntry[]>

  /** Updates the index of records, and embeds pending texts. @throws StoreError; RecordError */
  index(options?: { readonly signal?: AbortSignal | undefined }): Promise<RecordIndexReport>
}

/** The fields of a new record. */
export interface RememberOptions extends Omit<NewRecordFields, 'content'> {
  /** Whether to store a record that repeats another one; default false. */
  readonly allowDuplicate?: boolean | undefined
}

/** The result of `remember`. */
export interface Remembered {
  /** `duplicate`: nothing was stored, since `record` has the same content. */
  readonly outcome: 'added' | 'duplicate'
  readonly record: MemoryRecord
  /** Why it is a duplicate, and the similarity from 0 to 1; null if the record was added. */
  readonly duplicate: { readonly by: 'content' | 'words' | 'meaning'; readonly similarity: number } | null
  /** Earlier records with another value of the same fact; all are kept, and linked. */
  readonly contradicts: readonly MemoryRecord[]
  /** Failures after the record was stored. */
  readonly degraded: readonly Degradation[]
}

/** The retrievers of a recall. */
export type RecallMode = 'hybrid' | 'keyword' | 'vector'

/** The options of a recall. */
export interface RecallOptions {
  /** The maximum number of results, a whole number from 1 to 100; default 10. */
  readonly limit?: number | undefined
  /** Default: all collections. */
  readonly collection?: string | undefined
  readonly session?: string | undefined
  /** The minimum confidence of a record, from 0 to 1; default 0. */
  readonly minConfidence?: number | undefined
  /** Only records with one of these tags or a nested one (`tea/green` in `tea`); case-insensitive. */
  readonly tags?: readonly string[] | undefined
  /** Only records of these origins; default: all origins. */
  readonly origins?: readonly RecordOrigin[] | undefined
  /** A filter over the context, in the language of `@recallite/store/filter`. */
  readonly filter?: unknown
  /** Default false. */
  readonly includeSuperseded?: boolean | undefined
  /** Orders records by distance; those without coordinates come last, or are omitted with `maxDistance`. */
  readonly spatial?: SpatialOrder | undefined
  /** Prefers records whose context matches a filter. */
  readonly boost?: RecallBoost | undefined
  /** Lowers the score of old records; default: age does not count. */
  readonly decay?: { /** In days, above 0. */ readonly halfLife: number } | undefined
  /** Whether records of a time in the query are preferred; default true, but false with a position. */
  readonly time?: boolean | undefined
  /** Default `hybrid`. */
  readonly mode?: RecallMode | undefined
  /** As in a search; default `calibrated`. */
  readonly fusion?: SearchOptions['fusion']
  /** As in a search; default 0.11, or 0 with a session, tags, a filter or a position. */
  readonly threshold?: number | undefined
  /**
   * Recalls what was stored by this time and neither superseded nor expired then; forgotten records are gone. Milliseconds since the
   * epoch, a date with a time (default UTC), or a day, month, year or age (`7d`), which means its end in local time. Default: now.
   */
  readonly asOf?: number | string | undefined
  /** The time for computing ages, in milliseconds since the epoch; default `asOf` or now. */
  readonly at?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** A position for ordering records by distance. */
export interface SpatialOrder {
  /** Two or three coordinates. */
  readonly position: readonly number[]
  /** Records farther away are omitted; default: none. */
  readonly maxDistance?: number | undefined
  /** The path of the coordinates in the context; default `spatial.position`. */
  readonly field?: string | undefined
  /** The coordinate system; records in another one have no distance. */
  readonly frame?: string | undefined
}

/** A preference for some records. */
export interface RecallBoost {
  /** A filter over the context. */
  readonly filter: unknown
  /** Multiplies the score of matching records; from 0.5 to 2. */
  readonly factor: number
}

/** The answer of a recall. */
export interface RecallAnswer extends Omit<
  SearchAnswer,
  'searched' | 'understood' | 'stale' | 'results' | 'explanation'
> {
  readonly results: readonly RecallResult[]
  /** Whether a session was replayed: then `results` are in chronological order and have no scores. */
  readonly isReplay: boolean
  /** As in a search; null for a replay. */
  readonly explanation: SearchAnswer['explanation'] | null
}

/** A recalled record. */
export interface RecallResult
  extends
    RecordLinks,
    Pick<
      SearchResult,
      'snippet' | 'matches' | 'fusedScore' | 'confidence' | 'weak' | 'confidenceInputs' | 'contributions'
    > {
  readonly record: MemoryRecord
  /** Only if the query names a time. */
  readonly adjustment?: SearchResult['adjustment']
  /** Fused score × factors, as a share of the best one; 1 in a replay. Orders the results, unless a position or a time does. */
  readonly score: number
  readonly adjustments: RecordAdjustments
}

/** The factors of a record's score, and its distance. */
export interface RecordAdjustments {
  /** From the record's confidence, 0.5 to 1. */
  readonly confidence: number
  /** The factor of the boost if its filter matches, otherwise 1. */
  readonly boost: number
  /** From the age, 0.5 to 1. */
  readonly decay: number
  /** To the given position; null without one, or if the record has no coordinates. */
  readonly distance: number | null
}

/** The result of updating the index of records. */
export interface RecordIndexReport {
  /** The number of records that were added or replaced. */
  readonly indexed: number
  readonly removed: number
  readonly embedded: number
  /** Why embeddings are pending, or null. */
  readonly embedFailure: string | null
}
