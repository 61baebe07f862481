import type {
  ListRequest,
  MemoryRecord,
  NewRecordFields,
  RecordPage,
  Session,
  SessionEntry,
  SessionInput,
  SessionsRequest,
} from '@recallite/store/records'
import type { Degradation, SearchAnswer, SearchResult } from '../search/answer.js'
import type { SearchOptions } from '../search/search-options.js'

/** Short texts that an agent remembers, and recalls by meaning, words, context and place. */
export interface RecordMemory {
  /**
   * Remembers a record, unless it repeats one of its collection: by the same content, nearly the same words, or nearly the
   * same meaning. Resolves when the record would outlast a power cut; its vector may follow later.
   * @throws RecordError
   */
  remember(content: string, fields?: RememberOptions): Promise<Remembered>
  /**
   * Remembers a record in the place of another one, which stays readable and is no longer recalled.
   * @throws RecordError `RECORD_UNKNOWN`, `RECORD_SUPERSEDED`
   */
  supersede(id: string, content: string, fields?: Omit<NewRecordFields, 'content'>): Promise<Remembered>
  /** Forgets a record; false if there is none of this id. @throws RecordError */
  forget(id: string): Promise<boolean>
  /** Lists records as their store does, which counts as no access; those that have expired are left out. @throws RecordError */
  list(request?: ListRequest): Promise<RecordPage>
  /** Reads a record, whatever its status; counts as an access. @throws RecordError */
  get(id: string): Promise<MemoryRecord | undefined>
  /**
   * Recalls records. A blank query, or `*`, with a session replays the session in the order of time.
   * @throws MemoryError `QUERY_EMPTY`, `OPTION_INVALID`; FilterError; RecordError
   */
  recall(query: string, options?: RecallOptions): Promise<RecallAnswer>

  /** @throws RecordError */
  startSession(session?: SessionInput): Promise<Session>
  /** @throws RecordError `RECORD_UNKNOWN_SESSION` */
  endSession(id: string, options?: { readonly summary?: string | undefined }): Promise<Session>
  /** @throws RecordError */
  listSessions(request?: SessionsRequest): Promise<readonly SessionEntry[]>

  /** Brings the index up to date with the records, and embeds what has no vector. @throws StoreError; RecordError */
  index(options?: { readonly signal?: AbortSignal | undefined }): Promise<RecordIndexReport>
}

/** How to remember a record. */
export interface RememberOptions extends Omit<NewRecordFields, 'content'> {
  /** Whether a record is remembered although it repeats another one; default false. */
  readonly allowDuplicate?: boolean | undefined
}

/** What became of a record that was to be remembered. */
export interface Remembered {
  /** `duplicate`: nothing was stored, since `record` says it already. */
  readonly outcome: 'added' | 'duplicate'
  readonly record: MemoryRecord
  /** Of a duplicate: what is alike, and how much, from 0 to 1. */
  readonly duplicate: { readonly by: 'content' | 'words' | 'meaning'; readonly similarity: number } | null
  /** What did not work: the record is stored all the same. */
  readonly degraded: readonly Degradation[]
}

/** Which retrievers a recall asks. */
export type RecallMode = 'hybrid' | 'keyword' | 'vector'

/** How to recall. */
export interface RecallOptions {
  /** Results wanted, a whole number from 1 to 100; default 10. */
  readonly limit?: number | undefined
  /** Default: all collections. */
  readonly collection?: string | undefined
  readonly session?: string | undefined
  /** The least confidence of a record, from 0 to 1; default 0. */
  readonly minConfidence?: number | undefined
  /** Only records with one of these tags, or with one that lies in it (`tea/green` in `tea`); in any case. */
  readonly tags?: readonly string[] | undefined
  /** A filter over the context, in the language of `@recallite/store/filter`. */
  readonly filter?: unknown
  /** Whether superseded records are recalled too; default false. */
  readonly includeSuperseded?: boolean | undefined
  /** Orders what is recalled by its distance; records without coordinates come last, or not at all with `maxDistance`. */
  readonly spatial?: SpatialOrder | undefined
  /** Prefers records that fit a filter over their context. */
  readonly boost?: RecallBoost | undefined
  /** Lets old records sink; default: age does not count. */
  readonly decay?: { /** In days, above 0. */ readonly halfLife: number } | undefined
  /** As of a search, except with a position: whether records of a time that the query names are preferred; default true. */
  readonly time?: boolean | undefined
  /** Default `hybrid`. */
  readonly mode?: RecallMode | undefined
  /** As of a search; default `calibrated`. */
  readonly fusion?: SearchOptions['fusion']
  /** As of a search: the confidence that at least one result must have; default 0.11, or 0 with a session, tags, a filter or a position. */
  readonly threshold?: number | undefined
  /** The time that ages are counted to, in milliseconds since the epoch; default now. */
  readonly at?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Where to recall. */
export interface SpatialOrder {
  /** Two or three coordinates. */
  readonly position: readonly number[]
  /** Records farther away are left out; default: none is. */
  readonly maxDistance?: number | undefined
  /** The path of the coordinates in the context; default `spatial.position`. */
  readonly field?: string | undefined
  /** The coordinate system; records of another one have no distance. */
  readonly frame?: string | undefined
}

/** What is preferred. */
export interface RecallBoost {
  /** A filter over the context. */
  readonly filter: unknown
  /** What the score of the records that match is multiplied by, from 0.5 to 2. */
  readonly factor: number
}

/** What is recalled. */
export interface RecallAnswer extends Omit<
  SearchAnswer,
  'searched' | 'understood' | 'stale' | 'results' | 'explanation'
> {
  readonly results: readonly RecallResult[]
  /** Whether a session was replayed: `results` are then in the order of time, and nothing is scored. */
  readonly isReplay: boolean
  /** As of a search; null for a replay. */
  readonly explanation: SearchAnswer['explanation'] | null
}

/** A record that was recalled. */
export interface RecallResult extends Pick<
  SearchResult,
  'snippet' | 'matches' | 'fusedScore' | 'confidence' | 'weak' | 'confidenceInputs' | 'contributions'
> {
  readonly record: MemoryRecord
  /** Only where the query names a time: how that moved this result. */
  readonly adjustment?: SearchResult['adjustment']
  /** What orders the results without a position or a time: fused score × factors, as a share of the best one; 1 in a replay. */
  readonly score: number
  readonly adjustments: RecordAdjustments
}

/** How a record's score was adjusted; a factor of 1 changes nothing. */
export interface RecordAdjustments {
  /** By the record's own confidence, from 0.5 to 1. */
  readonly confidence: number
  /** Of a boost: its factor where its filter matches. */
  readonly boost: number
  /** By age, from 0.5 to 1. */
  readonly decay: number
  /** To the position asked for; null if none was, or if the record has no coordinates. */
  readonly distance: number | null
}

/** What bringing the index up to date did. */
export interface RecordIndexReport {
  /** Records that were added or replaced in the index. */
  readonly indexed: number
  readonly removed: number
  readonly embedded: number
  /** Why vectors are incomplete, or null. */
  readonly embedFailure: string | null
}
