import {
  confidence,
  context,
  count,
  entries,
  expiry,
  isPlainObject,
  name,
  oneOf,
  orElse,
  recordLimits,
  refuseField,
  text,
  textOrNone,
  time,
  type FieldCheck,
} from './check-fields.js'
import { contentHashOf } from './record-id.js'
import type { MemoryRecord, RecordInput, Session, SessionInput } from './record.js'

/** What a record or a session has that says nothing else. */
export const recordDefaults = { collection: 'default', confidence: 0.9 } as const

/** A record that may be stored; without an id it gets a new one. */
export type CheckedRecord = Omit<MemoryRecord, 'id'> & { readonly id: string | null }

/** A session that may be stored; without an id it gets a new one, and what is null was not given. */
export interface CheckedSession extends Omit<Session, 'id' | 'collection' | 'context' | 'startedAt'> {
  readonly id: string | null
  readonly collection: string | null
  readonly context: Session['context'] | null
  readonly startedAt: number | null
}

/**
 * Checks a record, and fills in what is usual.
 * @param now the time that `createdAt` gets, in milliseconds since the epoch
 * @throws RecordError `RECORD_BLANK`, `RECORD_TOO_LARGE` (see `recordLimits`), `RECORD_INVALID_CONFIDENCE`,
 * `RECORD_INVALID_CONTEXT`, `RECORD_INVALID_DATE`, `RECORD_INVALID_NAME` or `RECORD_INVALID_FIELD`; `field` names the field
 */
export function checkRecord(input: RecordInput, now: number): CheckedRecord {
  const checked = readFields(input, { ...recordFields, expiresAt: orElse(expiry(now), null) })
  if (checked.supersededBy !== null && checked.status === 'active') {
    const message =
      'supersededBy is the id of the record that took the place of a superseded one. Leave it out.'
    throw refuseField('RECORD_INVALID_FIELD', 'supersededBy', message)
  }
  const hash = contentHashOf(checked.content)
  return { ...checked, createdAt: checked.createdAt ?? now, hash }
}

/** Whether a record has expired by a time, in milliseconds since the epoch. */
export function isExpired({ expiresAt }: Pick<MemoryRecord, 'expiresAt'>, at: number): boolean {
  return expiresAt !== null && expiresAt <= at
}

/**
 * Checks a session.
 * @throws RecordError as `checkRecord`
 */
export function checkSession(input: SessionInput): CheckedSession {
  return readFields(input, sessionFields)
}

/**
 * Checks the name of a collection or session, or an id, and gives it the form in which it is stored.
 * @throws RecordError `RECORD_INVALID_NAME`, `RECORD_TOO_LARGE` or `RECORD_INVALID_FIELD`
 */
export const checkName = (value: string, field: string): string => name(value, field)

const none: readonly string[] = []

/** The fields that a record may be handed over with. */
const recordFields = {
  id: orElse(name, null),
  collection: orElse(name, recordDefaults.collection),
  session: orElse(name, null),
  // What is missing is refused as blank.
  content: (value: unknown, field: string) => text(recordLimits.content)(value ?? '', field),
  summary: orElse(textOrNone(recordLimits.summary), null),
  scopeFiles: orElse(entries, none),
  scopeEntities: orElse(entries, none),
  tags: orElse(entries, none),
  confidence: orElse(confidence, recordDefaults.confidence),
  context: orElse(context, {}),
  occurredAt: orElse(time, null),
  createdAt: orElse(time, null),
  status: orElse(oneOf('active', 'superseded'), 'active' as const),
  supersededBy: orElse(name, null),
  accessCount: orElse(count, 0),
  returnCount: orElse(count, 0),
  lastAccessed: orElse(time, null),
} satisfies Record<Exclude<keyof RecordInput, 'expiresAt'>, FieldCheck<unknown>>

const sessionFields = {
  id: orElse(name, null),
  collection: orElse(name, null),
  context: orElse(context, null),
  startedAt: orElse(time, null),
  endedAt: orElse(time, null),
  summary: orElse(textOrNone(recordLimits.summary), null),
} satisfies Record<keyof SessionInput, FieldCheck<unknown>>

type Checked<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends FieldCheck<infer Value> ? Value : never
}

function readFields<Fields extends Record<string, FieldCheck<unknown>>>(
  input: object,
  fields: Fields,
): Checked<Fields> {
  if (!isPlainObject(input)) {
    throw refuseField('RECORD_INVALID_FIELD', 'record', 'This is no record. Give an object with a content.')
  }
  const unknown = Object.keys(input).find((key) => !Object.hasOwn(fields, key))
  if (unknown !== undefined) {
    const known = Object.keys(fields).join(', ')
    const message = `There is no field “${unknown.slice(0, 40)}”. Put what has no field of its own into context; the fields are ${known}.`
    throw refuseField('RECORD_INVALID_FIELD', unknown, message)
  }
  const read = Object.entries(fields).map(([key, check]) => [key, check(input[key], key)])
  return Object.fromEntries(read) as Checked<Fields>
}
