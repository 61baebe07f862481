import type { RecordState } from './merge-records.js'
import type { MemoryRecord, RecordInput, RecordStatus, Session, SessionInput } from './record.js'

/**
 * Records and sessions, the only copy of what an agent remembers. A write is one transaction; its promise resolves when the data is
 * durable, even in a power failure. Several processes may read and write concurrently. All members reject with `RecordError`: besides
 * the codes under `@throws`, any member with `RECORDS_UNAVAILABLE` (also after `close`) and `RECORDS_CORRUPT`, and a write with
 * `RECORDS_BUSY`, `RECORDS_READ_ONLY` and `RECORDS_FULL`.
 */
export interface RecordStore {
  /**
   * Puts all records or none; resolves to the outcomes in the same order. Starts sessions that do not exist.
   * @throws RecordError as `checkRecord`
   */
  put(records: readonly RecordInput[], options?: PutOptions): Promise<readonly PutOutcome[]>
  /** Resolves to undefined if there is no record with this id, or if it was forgotten. */
  get(id: string): Promise<MemoryRecord | undefined>
  /** Resolves to the records that exist and are not damaged, in the order of the distinct ids. */
  getAll(ids: readonly string[]): Promise<readonly MemoryRecord[]>
  /**
   * Lists records, earliest first by default: by the time when they occurred or else were created, then by id.
   * @throws RecordError `RECORD_INVALID_OPTION` for a limit outside of [1, 10,000] or an invalid cursor
   */
  list(request?: ListRequest): Promise<RecordPage>
  /** Resolves to the active, unexpired record of a collection with this content hash; of several, the one with the first id. */
  findByHash(collection: string, hash: string): Promise<MemoryRecord | undefined>
  /**
   * Reads the latest change of each record that was put, superseded or forgotten, in order. `touch` is not a change.
   * @throws RecordError `RECORD_INVALID_OPTION` for a limit outside of [1, 10,000]
   */
  changes(request: ChangesRequest): Promise<ChangePage>

  /** Overwrites the content of a record; its id remains. Resolves to whether there was a record to forget. */
  forget(id: string): Promise<boolean>
  /** Forgets several records at once; resolves to the number of those that were not forgotten before. */
  forgetAll(ids: readonly string[]): Promise<number>
  /** Forgets the records that expire by a time, in milliseconds since the epoch; resolves to their number. */
  forgetExpired(at: number): Promise<number>
  /**
   * Replaces a record, which stays readable as superseded. The new record is by default in the same collection. If an active record
   * of the collection has the same content, that record becomes the replacement.
   * @throws RecordError `RECORD_UNKNOWN`; `RECORD_SUPERSEDED` if the record was replaced before; as `checkRecord`
   */
  supersede(id: string, record: RecordInput, options?: PutOptions): Promise<PutOutcome>
  /**
   * Joins what another machine knows into the records, see `joinRecords`: all states or none; resolves to the outcomes in the same
   * order. Forgets also ids that it does not know, so that no older copy restores them. Counts of use stay. Starts sessions that do
   * not exist.
   * @throws RecordError as `checkRecord`
   */
  merge(states: readonly RecordState[], options?: Pick<PutOptions, 'since'>): Promise<readonly MergeOutcome[]>
  /** Adds to the counts of returns and accesses, and updates the time of the last access. Ignores missing records. */
  touch(touches: readonly Touch[]): Promise<void>

  /**
   * Starts a session, or reopens the one with this id and replaces its context if one is given.
   * @throws RecordError as `checkSession`
   */
  startSession(session?: SessionInput): Promise<Session>
  /**
   * Ends a session, unless it has ended, and replaces its summary if one is given.
   * @throws RecordError `RECORD_UNKNOWN_SESSION`; as `checkSession`
   */
  endSession(id: string, options?: { readonly summary?: string | undefined }): Promise<Session>
  /**
   * Lists sessions, the latest start first, with the numbers of their records.
   * @throws RecordError `RECORD_INVALID_OPTION` for a limit outside of [1, 10,000]; `RECORD_UNKNOWN_SESSION` for an unknown `after`
   */
  listSessions(request?: SessionsRequest): Promise<readonly SessionEntry[]>

  /** Counts the records of each collection, sorted by name. */
  counts(): Promise<RecordCounts>
  /** Compares every row with its checksum and its second copy, without changes. Resolves to the damage. */
  verify(): Promise<readonly RecordDamage[]>
  /**
   * Copies a snapshot of the store to a target of the driver, such as a path, while other processes may write. If it fails, the
   * target is unchanged.
   * @throws RecordError `RECORDS_FILE_EXISTS` if the target exists; with `replace`, if it must not be replaced
   */
  backup(target: string, options?: RecordBackupOptions): Promise<{ readonly bytes: number }>
  /** Frees the store; it cannot be used afterwards. */
  close(): Promise<void>
}

/** Options of `RecordStore.backup`. */
export interface RecordBackupOptions {
  /** Whether to replace an existing target; default false. */
  readonly replace?: boolean | undefined
  /** Runs after copying and before the copy replaces the target. If it rejects, the backup rejects, and the target is unchanged. */
  readonly beforePlacing?: (() => Promise<void>) | undefined
}

/** Options for putting records. */
export interface PutOptions {
  /** Whether to put a record even if an active one of its collection has the same content hash; default false. */
  readonly allowDuplicate?: boolean | undefined
  /** Puts nothing if there was any change after the one with this number. */
  readonly since?: number | undefined
}

/** The outcome of putting a record. */
export interface PutOutcome {
  /**
   * Only `added` changes the store. `duplicate`: an active record of the collection has the same content; `known`: a record with this
   * id exists; `forgotten`: the record with this id was forgotten; `outdated`: there were changes after `since`.
   */
  readonly outcome: 'added' | 'duplicate' | 'known' | 'forgotten' | 'outdated'
  /** The id of `record` or of the forgotten record; for `outdated`, the given id or ''. */
  readonly id: string
  /** The stored record; undefined for `forgotten` and `outdated`. */
  readonly record: MemoryRecord | undefined
}

/**
 * The outcome of merging a state. Only `changed` changes the store. `refused`: its record has another content; `damaged`: its record is
 * damaged; `outdated`: there were changes after `since`.
 */
export type MergeOutcome = 'changed' | 'same' | 'refused' | 'damaged' | 'outdated'

/** Selects the records of a list. */
export interface ListRequest {
  readonly collection?: string | undefined
  readonly session?: string | undefined
  readonly status?: RecordStatus | undefined
  /** Default 100, maximum 10,000. */
  readonly limit?: number | undefined
  /** Default false. */
  readonly isLatestFirst?: boolean | undefined
  /** `next` of the previous page. */
  readonly after?: string | undefined
}

/** A page of records. */
export interface RecordPage {
  readonly records: readonly MemoryRecord[]
  /** The cursor of the next page; null on the last page. */
  readonly next: string | null
  /** The ids of records of this page that are damaged in both copies; a repair removes them. */
  readonly damaged: readonly string[]
}

/** Selects the changes of a page. */
export interface ChangesRequest {
  /** The number of the last change to skip; 0 for all changes. */
  readonly after: number
  /** Default 1,000, maximum 10,000. */
  readonly limit?: number | undefined
}

/** The latest change of a record. */
export interface RecordChange {
  /** Increases with every change to any record or session in the store. */
  readonly number: number
  readonly id: string
  /** The current record; null if it was forgotten. */
  readonly record: MemoryRecord | null
}

/** A page of changes. */
export interface ChangePage {
  /**
   * Identifies the sequence of numbers. A reader starts again from 0 if the source differs from the previous one, as after a repair, or
   * if `last` is smaller than before, as after restoring an older backup.
   */
  readonly source: string
  readonly changes: readonly RecordChange[]
  /** `after` of the next page: the number of the last change read. */
  readonly last: number
  /** Whether there may be further changes. */
  readonly hasMore: boolean
  /** The ids of records of this page that are damaged in both copies; a repair removes them. */
  readonly damaged: readonly string[]
}

/** The use of a record since the previous touch. */
export interface Touch {
  readonly id: string
  /** How often a recall returned it; default 0. */
  readonly returned?: number | undefined
  /** How often it was read or used; default 0. */
  readonly accessed?: number | undefined
  /** In milliseconds since the epoch. */
  readonly at: number
}

/** Selects the sessions of a list. */
export interface SessionsRequest {
  readonly collection?: string | undefined
  /** Only open or only ended sessions; default both. */
  readonly isOpen?: boolean | undefined
  /** Default 100, maximum 10,000. */
  readonly limit?: number | undefined
  /** The id of the last session of the previous page. */
  readonly after?: string | undefined
}

/** A session with the number of its records, active or superseded, but not expired. */
export interface SessionEntry extends Session {
  readonly records: number
}

/** The numbers of records and sessions in a store. */
export interface RecordCounts {
  readonly collections: readonly CollectionEntry[]
  readonly sessions: number
  /** The number of forgotten records. */
  readonly forgotten: number
  /** The number of stored records that have expired, which no collection counts. */
  readonly expired: number
  /** See `ChangePage`. */
  readonly source: string
  /** The number of the latest change; 0 without changes. */
  readonly last: number
}

/** The numbers of unexpired records in a collection. */
export interface CollectionEntry {
  readonly collection: string
  readonly active: number
  readonly superseded: number
}

/** A damaged row or part of the file. */
export interface RecordDamage {
  /** The id of the record or session; null for other damage, or if the id is unreadable. */
  readonly id: string | null
  /** Part of a sentence. */
  readonly reason: string
  /** Whether a repair restores the row from its second copy. */
  readonly isRestorable: boolean
}
