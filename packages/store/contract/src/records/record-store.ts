import type { MemoryRecord, RecordInput, RecordStatus, Session, SessionInput } from './record.js'

/**
 * Records and sessions: the only copy of what an agent remembers. A write is one transaction; its promise resolves only
 * when the data would outlast the end of the process and a power cut. Several processes may read and write at once.
 * A store checks what it is given with `checkRecord` and `checkSession`. All members reject with `RecordError`, whose code
 * is one that the member or those functions name, or one of these: of any member `RECORDS_UNAVAILABLE` (also after `close`)
 * and `RECORDS_CORRUPT`; of a write `RECORDS_BUSY`, `RECORDS_READ_ONLY` and `RECORDS_FULL`.
 */
export interface RecordStore {
  /**
   * Puts records, all or none; resolves to what became of each, in their order. A session that is not known is started.
   * @throws RecordError as `checkRecord`
   */
  put(records: readonly RecordInput[], options?: PutOptions): Promise<readonly PutOutcome[]>
  /** The record with an id; undefined if there is none, or if it was forgotten. */
  get(id: string): Promise<MemoryRecord | undefined>
  /**
   * Those of the given records that exist and are not damaged, in the order of the ids; an id that comes twice counts once.
   */
  getAll(ids: readonly string[]): Promise<readonly MemoryRecord[]>
  /**
   * Lists records by when they occurred (those without such a time: when they were created), then by id, earliest first unless asked otherwise.
   * @throws RecordError `RECORD_INVALID_OPTION` for a limit outside of [1, 10,000] or a cursor that no list gave
   */
  list(request?: ListRequest): Promise<RecordPage>
  /** The active record of a collection with this content hash, of several the first by its id; undefined if there is none. */
  findByHash(collection: string, hash: string): Promise<MemoryRecord | undefined>
  /**
   * Reads what changed, in the order of the changes: what was put, superseded or forgotten, each record with its latest
   * change alone. Touching is no change.
   * @throws RecordError `RECORD_INVALID_OPTION` for a limit outside of [1, 10,000]
   */
  changes(request: ChangesRequest): Promise<ChangePage>

  /** Forgets a record: its content is overwritten, its id stays known. Resolves to whether there was one. */
  forget(id: string): Promise<boolean>
  /** Forgets the records that have expired by a time, in milliseconds since the epoch; resolves to how many there were. */
  forgetExpired(at: number): Promise<number>
  /**
   * Puts a record in the place of another one, which stays readable as superseded. Without a collection of its own the new
   * record gets the old one's. Where an active record of the collection has the same content, that one takes the place.
   * @throws RecordError `RECORD_UNKNOWN`; `RECORD_SUPERSEDED` if another record has taken the place; as `checkRecord`
   */
  supersede(id: string, record: RecordInput, options?: PutOptions): Promise<PutOutcome>
  /**
   * Counts how often records were returned and accessed. Ids that are not there are passed over: they may have been
   * forgotten meanwhile. Each record's last access becomes `at`, unless it was later.
   */
  touch(touches: readonly Touch[]): Promise<void>

  /**
   * Starts a session, or goes on with the one of this id: it is then open again, and its context is replaced by one given.
   * @throws RecordError as `checkSession`
   */
  startSession(session?: SessionInput): Promise<Session>
  /**
   * Ends a session; one that has ended keeps its time. A summary given replaces the one it has.
   * @throws RecordError `RECORD_UNKNOWN_SESSION`; as `checkSession`
   */
  endSession(id: string, options?: { readonly summary?: string | undefined }): Promise<Session>
  /**
   * Lists sessions, the latest start first, each with the number of its records.
   * @throws RecordError `RECORD_INVALID_OPTION` for a limit outside of [1, 10,000]; `RECORD_UNKNOWN_SESSION` for an `after` that is none
   */
  listSessions(request?: SessionsRequest): Promise<readonly SessionEntry[]>

  /** Counts the records of each collection, sorted by its name, and says how far the changes have come. */
  counts(): Promise<RecordCounts>
  /**
   * Compares every row with its checksum and its second copy. It changes nothing; it resolves to the damage that it found,
   * and rejects only if it cannot look.
   */
  verify(): Promise<readonly RecordDamage[]>
  /**
   * Copies the whole store, as it is at one moment, to a target that the driver understands, such as a path. Other
   * processes may write meanwhile. If it fails, the target is as it was before.
   * @throws RecordError `RECORDS_FILE_EXISTS` if the target exists; with `replace`, if it must not be replaced
   */
  backup(target: string, options?: RecordBackupOptions): Promise<{ readonly bytes: number }>
  /** Frees the store; it cannot be used afterwards. */
  close(): Promise<void>
}

/** How to copy a store of records. */
export interface RecordBackupOptions {
  /** Whether a target that exists is replaced; default false. */
  readonly replace?: boolean | undefined
  /**
   * Runs when the copy is made, and before it takes its place: for what must be copied with it or not at all. If it rejects,
   * so does the backup, and the target is as it was before.
   */
  readonly beforePlacing?: (() => Promise<void>) | undefined
}

/** How to put a record. */
export interface PutOptions {
  /** Whether a record is put although an active one of its collection has the same content hash; default false. */
  readonly allowDuplicate?: boolean | undefined
  /** The number of the last change that the caller knows: after any later one nothing is put. Default: whatever has changed. */
  readonly since?: number | undefined
}

/** What became of a record that was to be put. */
export interface PutOutcome {
  /**
   * `added`; `duplicate`: an active record of the collection has the same content, and nothing was changed; `known`: there
   * is a record with this id, and nothing was changed; `forgotten`: the record with this id was forgotten, and stays so; `outdated`:
   * there were changes behind `since`, and nothing was changed.
   */
  readonly outcome: 'added' | 'duplicate' | 'known' | 'forgotten' | 'outdated'
  /** The id of the record that is there now; of a forgotten one, its id; of an outdated one, the id that was given, or ''. */
  readonly id: string
  /** The record that is there now; undefined for a forgotten or outdated one. */
  readonly record: MemoryRecord | undefined
}

/** Which records to list; without a field, those with any value. */
export interface ListRequest {
  readonly collection?: string | undefined
  readonly session?: string | undefined
  readonly status?: RecordStatus | undefined
  /** Default 100, at most 10,000. */
  readonly limit?: number | undefined
  /** The latest first, instead of the earliest; default false. */
  readonly isLatestFirst?: boolean | undefined
  /** The `next` of the page before. */
  readonly after?: string | undefined
}

/** Records in the order of a list. */
export interface RecordPage {
  readonly records: readonly MemoryRecord[]
  /** The cursor of the next page; null if this is the last one. */
  readonly next: string | null
  /** The ids of records that belong here and are damaged in both copies: a repair takes them out. */
  readonly damaged: readonly string[]
}

/** Which changes to read. */
export interface ChangesRequest {
  /** The number behind which to begin; 0 for all. */
  readonly after: number
  /** Default 1,000, at most 10,000. */
  readonly limit?: number | undefined
}

/** A record's latest change. */
export interface RecordChange {
  /** Rises with every change of any record or session in this store, and is never given twice. */
  readonly number: number
  readonly id: string
  /** The record as it is now; null if it was forgotten. */
  readonly record: MemoryRecord | null
}

/** Changes in their order. */
export interface ChangePage {
  /**
   * Names this store's numbers: where it differs from what a reader has seen, as after a repair, the reader begins anew at
   * 0. A store whose `last` is smaller than what a reader has seen was replaced by an older backup: the same holds.
   */
  readonly source: string
  readonly changes: readonly RecordChange[]
  /** Where to go on: the number of the last change that was read, or `after` if there was none. */
  readonly last: number
  /** Whether there may be more changes behind these. */
  readonly hasMore: boolean
  /** The ids of records that belong here and are damaged in both copies: a repair takes them out. */
  readonly damaged: readonly string[]
}

/** How often a record was returned and accessed since the last time. */
export interface Touch {
  readonly id: string
  /** How often it was among the results of a recall; default 0. */
  readonly returned?: number | undefined
  /** How often it was read or used; default 0. */
  readonly accessed?: number | undefined
  /** In milliseconds since the epoch. */
  readonly at: number
}

/** Which sessions to list. */
export interface SessionsRequest {
  readonly collection?: string | undefined
  /** Only those that go on, or only those that have ended; default both. */
  readonly isOpen?: boolean | undefined
  /** Default 100, at most 10,000. */
  readonly limit?: number | undefined
  /** The id of the last session of the page before: the list goes on behind it. */
  readonly after?: string | undefined
}

/** A session of a list. */
export interface SessionEntry extends Session {
  /** How many records it has, active and superseded. */
  readonly records: number
}

/** What a store holds. */
export interface RecordCounts {
  readonly collections: readonly CollectionEntry[]
  readonly sessions: number
  /** How many records were forgotten. */
  readonly forgotten: number
  /** As in `ChangePage`. */
  readonly source: string
  /** The number of the latest change; 0 if there was none. */
  readonly last: number
}

/** How many records a collection has. */
export interface CollectionEntry {
  readonly collection: string
  readonly active: number
  readonly superseded: number
}

/** A row, or a part of the file, that is not as it was written. */
export interface RecordDamage {
  /** The id of the record or session; null if it is something else, or if the id cannot be told. */
  readonly id: string | null
  /** What is wrong, as part of a sentence. */
  readonly reason: string
  /** Whether a repair loses nothing, as a second copy is sound. */
  readonly isRestorable: boolean
}
