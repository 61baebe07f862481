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

/** A record as it is handed over. `checkRecord` says which values are refused, `recordDefaults` what is usual. */
export interface RecordInput extends NewRecordFields {
  /** Default: a new one. */
  readonly id?: string | null | undefined
  /** The fields from here on are for records that existed before: those of an import. Default: now. */
  readonly createdAt?: TimeInput | null | undefined
  readonly status?: RecordStatus | null | undefined
  readonly supersededBy?: string | null | undefined
  readonly accessCount?: number | null | undefined
  readonly returnCount?: number | null | undefined
  readonly lastAccessed?: TimeInput | null | undefined
}

/** What an agent says of a record that it remembers. */
export interface NewRecordFields {
  readonly content: string
  readonly collection?: string | null | undefined
  readonly session?: string | null | undefined
  readonly summary?: string | null | undefined
  readonly scopeFiles?: readonly string[] | null | undefined
  readonly scopeEntities?: readonly string[] | null | undefined
  readonly tags?: readonly string[] | null | undefined
  readonly confidence?: number | null | undefined
  readonly context?: JsonObject | null | undefined
  readonly occurredAt?: TimeInput | null | undefined
  /** A time, or how long from now on: `12h`, `30d`, `2w`, `3m` (months), `1y`. */
  readonly expiresAt?: TimeInput | null | undefined
}

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

/** A session as it is handed over. */
export interface SessionInput {
  /** Default: a new one. A session that exists already goes on. */
  readonly id?: string | null | undefined
  readonly collection?: string | null | undefined
  readonly context?: JsonObject | null | undefined
  /** The fields from here on are for sessions that existed before: those of an import. Default: now. */
  readonly startedAt?: TimeInput | null | undefined
  readonly endedAt?: TimeInput | null | undefined
  readonly summary?: string | null | undefined
}
