/** A JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** Only active records are recalled; superseded ones stay readable. */
export type RecordStatus = 'active' | 'superseded'

/** The channel that wrote a record: a person, an agent over MCP, a hook, an import, or a program. */
export type RecordOrigin = (typeof recordOrigins)[number]

/** The origins of records. */
export const recordOrigins = ['user', 'agent', 'hook', 'import', 'api'] as const

/** A fact that an agent remembers, as a store returns it. Times are milliseconds since the epoch. */
export interface MemoryRecord {
  /** By default a UUID of version 7, which sorts by time of creation. */
  readonly id: string
  readonly collection: string
  /** The session in which it was remembered. */
  readonly session: string | null
  /** Set by the channel through which it was written, never by its text. */
  readonly origin: RecordOrigin
  /** The name of the program that wrote it, as an agent gives it over MCP; null if unknown. */
  readonly client: string | null
  readonly content: string
  readonly summary: string | null
  readonly scopeFiles: readonly string[]
  /** The functions, machines or people that it is about. */
  readonly scopeEntities: readonly string[]
  readonly tags: readonly string[]
  /** How sure the agent was, from 0 to 1. */
  readonly confidence: number
  /** Any further information; `extractContext` reads params, spatial, robot and task. */
  readonly context: JsonObject
  /** When the fact occurred; null if unknown. */
  readonly occurredAt: number | null
  readonly createdAt: number
  /** From this time on it is not recalled; null: never expires. */
  readonly expiresAt: number | null
  readonly status: RecordStatus
  readonly supersededBy: string | null
  /** When it was superseded; null for an active record, or if unknown. */
  readonly supersededAt: number | null
  /** The ids of earlier records with another value of the same fact; some may be forgotten. */
  readonly contradicts: readonly string[]
  /** The ids of later records that contradict it; some may be forgotten. */
  readonly contradictedBy: readonly string[]
  /** How often it was read or used, by `touch`. */
  readonly accessCount: number
  /** How often a recall returned it, by `touch`. */
  readonly returnCount: number
  readonly lastAccessed: number | null
  /** `contentHashOf(content)`. */
  readonly hash: string
}

/** Seconds or milliseconds since the epoch, or a text such as `2026-02-11` or `2026-02-11T14:30:05+01:00`; see `readTime`. */
export type TimeInput = number | string

type Given<Fields> = {
  readonly [Name in keyof Fields]?:
    | (Name extends `${string}At` | 'lastAccessed' ? TimeInput : Fields[Name])
    | null
    | undefined
}

/**
 * The input for a record, see `checkRecord` and `recordDefaults`; without an id it gets a new one. `expiresAt` may also be a
 * duration from now: `12h`, `30d`, `2w`, `3m` (months), `1y`.
 */
export type RecordInput = Pick<MemoryRecord, 'content'> & Given<Omit<MemoryRecord, 'content' | 'hash'>>

/** The fields of a new record; the other fields are for existing records, as in an import. */
export type NewRecordFields = Omit<RecordInput, EarlierField>

type EarlierField =
  | 'id'
  | 'createdAt'
  | 'status'
  | `superseded${string}`
  | `contradict${string}`
  | 'lastAccessed'
  | `${string}Count`

/** A session of an agent. Times are milliseconds since the epoch. */
export interface Session {
  readonly id: string
  readonly collection: string
  readonly context: JsonObject
  readonly startedAt: number
  /** Null while the session is open. */
  readonly endedAt: number | null
  readonly summary: string | null
}

/** The input for a new or existing session. Times and summary are for imports. */
export type SessionInput = Given<Session>
