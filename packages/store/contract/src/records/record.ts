/** A value that JSON can say. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

/** An object that JSON can say. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** Whether a record is recalled; a superseded one stays readable. */
export type RecordStatus = 'active' | 'superseded'

/** A short text that an agent remembers, as a store returns it. Times are milliseconds since the epoch. */
export interface MemoryRecord {
  /** A UUID of version 7 unless the record came with another id: it sorts by the time at which the record was made. */
  readonly id: string
  readonly collection: string
  /** The session in which it was remembered; null for none. */
  readonly session: string | null
  readonly content: string
  /** A shorter text for people; null for none. */
  readonly summary: string | null
  /** The files that it is about. */
  readonly scopeFiles: readonly string[]
  /** The things that it is about: functions, machines, people. */
  readonly scopeEntities: readonly string[]
  readonly tags: readonly string[]
  /** How sure the agent was, from 0 to 1. */
  readonly confidence: number
  /** Anything else that is known of it; `extractContext` reads params, spatial, robot and task. */
  readonly context: JsonObject
  /** When what it tells of happened; null if that is not known. */
  readonly occurredAt: number | null
  readonly createdAt: number
  /** From when on it is not recalled any more, and is forgotten; null: never. */
  readonly expiresAt: number | null
  readonly status: RecordStatus
  /** The id of the record that took its place. */
  readonly supersededBy: string | null
  /** How often it was read or used, by `touch`. */
  readonly accessCount: number
  /** How often it was among the results of a recall, by `touch`. */
  readonly returnCount: number
  readonly lastAccessed: number | null
  /** `contentHashOf` its content. */
  readonly hash: string
}

/** A time: milliseconds since the epoch, or a text such as `2026-02-11`, `2026-02-11T14:30` (UTC) or `2026-02-11T14:30:05+01:00`. */
export type TimeInput = number | string

/** Fields as they are handed over: null or left out where nothing is said. */
type Given<Fields> = {
  readonly [Name in keyof Fields]?:
    | (Name extends `${string}At` | 'lastAccessed' ? TimeInput : Fields[Name])
    | null
    | undefined
}

/**
 * A record as it is handed over: `checkRecord` says which values are refused, `recordDefaults` what is usual; without an id it gets a
 * new one. `expiresAt` may also say how long from now on: `12h`, `30d`, `2w`, `3m` (months), `1y`.
 */
export type RecordInput = Pick<MemoryRecord, 'content'> & Given<Omit<MemoryRecord, 'content' | 'hash'>>

/** What an agent says of a record that it remembers: the other fields are for records that existed before, as of an import. */
export type NewRecordFields = Omit<RecordInput, EarlierField>

type EarlierField = 'id' | 'createdAt' | 'status' | 'supersededBy' | 'lastAccessed' | `${string}Count`

/** A stretch of an agent's work. Times are milliseconds since the epoch. */
export interface Session {
  readonly id: string
  readonly collection: string
  readonly context: JsonObject
  readonly startedAt: number
  /** Null while it goes on. */
  readonly endedAt: number | null
  readonly summary: string | null
}

/** A session as it is handed over; one that exists goes on. Times and summary are for sessions of an import. */
export type SessionInput = Given<Session>
