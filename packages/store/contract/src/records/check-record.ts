import * as fields from './check-fields.js'
import { isPlainObject, orElse, recordLimits, refuseField, type FieldCheck } from './check-fields.js'
import { contentHashOf } from './record-id.js'
import {
  recordOrigins,
  type MemoryRecord,
  type RecordInput,
  type Session,
  type SessionInput,
} from './record.js'

/** The defaults of records and sessions. */
export const recordDefaults = { collection: 'default', confidence: 0.9, origin: 'api' } as const

/** A valid record; without an id it gets a new one. */
export type CheckedRecord = Omit<MemoryRecord, 'id'> & { readonly id: string | null }

/** A valid session; without an id it gets a new one. Null: not given. */
export interface CheckedSession extends Omit<Session, 'id' | 'collection' | 'context' | 'startedAt'> {
  readonly id: string | null
  readonly collection: string | null
  readonly context: Session['context'] | null
  readonly startedAt: number | null
}

/**
 * Validates a record and fills in defaults.
 * @param now the default of `createdAt`, in milliseconds since the epoch
 * @throws RecordError with `field`: `RECORD_BLANK`, `RECORD_TOO_LARGE` (see `recordLimits`), `RECORD_INVALID_CONFIDENCE`,
 * `RECORD_INVALID_CONTEXT`, `RECORD_INVALID_DATE`, `RECORD_INVALID_NAME` or `RECORD_INVALID_FIELD`
 */
export function checkRecord(input: RecordInput, now: number): CheckedRecord {
  const checked = readFields(input, { ...recordFields, expiresAt: orElse(fields.expiry(now), null) })
  for (const field of ['supersededBy', 'supersededAt'] as const) {
    if (checked[field] === null || checked.status === 'superseded') continue
    const message = `Only superseded records can have ${field}. Leave it out.`
    throw refuseField('RECORD_INVALID_FIELD', field, message)
  }
  const hash = contentHashOf(checked.content)
  return { ...checked, createdAt: checked.createdAt ?? now, hash }
}

/** Whether a record is expired at a time, in milliseconds since the epoch. */
export function isExpired({ expiresAt }: Pick<MemoryRecord, 'expiresAt'>, at: number): boolean {
  return expiresAt !== null && expiresAt <= at
}

/** Validates a session. @throws RecordError as `checkRecord` */
export function checkSession(input: SessionInput): CheckedSession {
  return readFields(input, sessionFields)
}

/**
 * Validates an id or the name of a collection or session, and returns it as it is stored.
 * @throws RecordError `RECORD_INVALID_NAME`, `RECORD_TOO_LARGE` or `RECORD_INVALID_FIELD`
 */
export const checkName = (value: string, field: string): string => fields.name(value, field)

const none: readonly string[] = []

const recordFields = {
  id: orElse(fields.name, null),
  collection: orElse(fields.name, recordDefaults.collection),
  session: orElse(fields.name, null),
  origin: orElse(fields.oneOf(...recordOrigins), recordDefaults.origin),
  client: orElse(fields.name, null),
  // Missing content is rejected as blank.
  content: (value: unknown, field: string) => fields.text(recordLimits.content)(value ?? '', field),
  summary: orElse(fields.textOrNone(recordLimits.summary), null),
  scopeFiles: orElse(fields.entries, none),
  scopeEntities: orElse(fields.entries, none),
  tags: orElse(fields.entries, none),
  confidence: orElse(fields.confidence, recordDefaults.confidence),
  context: orElse(fields.context, {}),
  occurredAt: orElse(fields.time, null),
  createdAt: orElse(fields.time, null),
  status: orElse(fields.oneOf('active', 'superseded'), 'active' as const),
  supersededBy: orElse(fields.name, null),
  supersededAt: orElse(fields.time, null),
  contradicts: orElse(fields.ids, none),
  contradictedBy: orElse(fields.ids, none),
  accessCount: orElse(fields.count, 0),
  returnCount: orElse(fields.count, 0),
  lastAccessed: orElse(fields.time, null),
} satisfies Record<Exclude<keyof RecordInput, 'expiresAt'>, FieldCheck<unknown>>

const sessionFields = {
  id: orElse(fields.name, null),
  collection: orElse(fields.name, null),
  context: orElse(fields.context, null),
  startedAt: orElse(fields.time, null),
  endedAt: orElse(fields.time, null),
  summary: orElse(fields.textOrNone(recordLimits.summary), null),
} satisfies Record<keyof SessionInput, FieldCheck<unknown>>

type Checked<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends FieldCheck<infer Value> ? Value : never
}

function readFields<Fields extends Record<string, FieldCheck<unknown>>>(
  input: object,
  checks: Fields,
): Checked<Fields> {
  if (!isPlainObject(input)) {
    throw refuseField('RECORD_INVALID_FIELD', 'record', 'This is not a record. Use an object with content.')
  }
  const unknown = Object.keys(input).find((key) => !Object.hasOwn(checks, key))
  if (unknown !== undefined) {
    const names = Object.keys(checks).join(', ')
    const message = `There is no field “${unknown.slice(0, 40)}”. Put other data into context; the fields are ${names}.`
    throw refuseField('RECORD_INVALID_FIELD', unknown, message)
  }
  const read = Object.entries(checks).map(([key, check]) => [key, check(input[key], key)])
  return Object.fromEntries(read) as Checked<Fields>
}
