import { RecordError, type RecordInputErrorCode } from './errors.js'
import type { JsonObject, JsonValue } from './record.js'
import { readTime, sayTime } from './times.js'

/** The maximum sizes of a record or a session; texts in UTF-16 units, the context in bytes of JSON. */
export const recordLimits = {
  content: 20_000,
  summary: 2_000,
  /** An id, or the name of a collection or session. */
  name: 200,
  /** The numbers of scope files, scope entities and tags. */
  entries: 200,
  /** The length of one of these entries. */
  entry: 1_000,
  context: 65_536,
  contextDepth: 64,
} as const

/** Parses the value of a field; throws a `RecordError` for an invalid one. */
export type FieldCheck<Value> = (value: unknown, field: string) => Value

export function refuseField(code: RecordInputErrorCode, field: string, message: string): RecordError {
  return new RecordError(code, message, { field })
}

/** Makes a field optional. */
export function orElse<Value, Default>(
  check: FieldCheck<Value>,
  byDefault: Default,
): FieldCheck<Value | Default> {
  return (value, field) => ((value ?? null) === null ? byDefault : check(value, field))
}

/** A text that is not blank; it stays unchanged. */
export function text(limit: number): FieldCheck<string> {
  return (value, field) => {
    const given = assertText(value, field)
    if (given.trim() === '') {
      throw refuseField('RECORD_BLANK', field, `The ${field} is blank. Write what to remember.`)
    }
    return assertSize(given, field, limit)
  }
}

/** A text; null if it is blank. */
export function textOrNone(limit: number): FieldCheck<string | null> {
  return (value, field) => {
    const given = assertText(value, field)
    return given.trim() === '' ? null : assertSize(given, field, limit)
  }
}

/** An id, or the name of a collection or session, trimmed and in the normal form NFC. */
export const name: FieldCheck<string> = (value, field) => {
  const given = assertText(value, field).trim().normalize('NFC')
  if (given === '' || /[\p{Cc}\p{Cs}]/u.test(given)) {
    const reason = given === '' ? 'is blank' : 'contains control characters or incomplete characters'
    throw refuseField('RECORD_INVALID_NAME', field, `The ${field} ${reason}. Use visible characters.`)
  }
  return assertSize(given, field, recordLimits.name)
}

/** Distinct ids, sorted, so that the order is the same on every machine. */
export const ids: FieldCheck<readonly string[]> = (value, field) =>
  entries(value, field)
    .map((id) => name(id, field))
    .toSorted()

/** Distinct short texts, trimmed. */
export const entries: FieldCheck<readonly string[]> = (value, field) => {
  if (!Array.isArray(value)) {
    throw refuseField('RECORD_INVALID_FIELD', field, `${field} is ${kindOf(value)}. Give a list of texts.`)
  }
  const texts = value.map((entry) => assertSize(assertText(entry, field).trim(), field, recordLimits.entry))
  const distinct = [...new Set(texts.filter((entry) => entry !== ''))]
  if (distinct.length <= recordLimits.entries) return distinct
  const much = `${field} has ${distinct.length} entries; the maximum is ${recordLimits.entries}`
  throw refuseField('RECORD_TOO_LARGE', field, `${much}. Leave out the least important ones.`)
}

export const confidence: FieldCheck<number> = (value, field) => {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value
  const given = typeof value === 'number' ? String(value) : kindOf(value)
  const message = `The confidence is ${given}. Give a number from 0 (a guess) to 1 (certain).`
  throw refuseField('RECORD_INVALID_CONFIDENCE', field, message)
}

export const count: FieldCheck<number> = (value, field) => {
  if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value)
  throw refuseField('RECORD_INVALID_FIELD', field, `${field} is not a count. Use a whole number from 0.`)
}

/** A time, see `TimeInput`, in milliseconds since the epoch. */
export const time: FieldCheck<number> = (value, field) => {
  const read = readTime(value)
  if (read !== undefined) return read
  const isScalar = typeof value === 'string' || typeof value === 'number'
  const given = isScalar ? `“${String(value).slice(0, 40)}”` : `the value of ${field}`
  const message = `${given} is not a time in the years 0 to 9999, or its unit is unclear. Use a format such as 2026-02-11 or 2026-02-11T14:30:00Z for ${field}; seconds and milliseconds since 1970 are read from March 1973 on.`
  throw refuseField('RECORD_INVALID_DATE', field, message)
}

/** A time, or a duration from now: `12h`, `30d`, `2w`, `3m` (months), `1y`. */
export function expiry(now: number): FieldCheck<number> {
  return (value, field) => {
    const [, number, unit = ''] = typeof value === 'string' ? (duration.exec(value) ?? []) : []
    if (number !== undefined) return time(sayTime(timeAfter(now, Number(number), unit)), field)
    if (typeof value !== 'string' || readTime(value) !== undefined) return time(value, field)
    const message = `“${value.slice(0, 40)}” is neither a time nor a duration. Use a format such as 30d, 12h, 2w, 3m, 1y or 2026-02-11.`
    throw refuseField('RECORD_INVALID_DATE', field, message)
  }
}

const duration = /^\s*(\d{1,4})\s*([hdwmy])\s*$/u

const millisecondsIn: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 }

function timeAfter(now: number, amount: number, unit: string): number {
  const milliseconds = millisecondsIn[unit]
  if (milliseconds !== undefined) return now + amount * milliseconds
  const date = new Date(now)
  return date.setUTCMonth(date.getUTCMonth() + (unit === 'y' ? amount * 12 : amount))
}

export function oneOf<const Word extends string>(...words: readonly Word[]): FieldCheck<Word> {
  return (value, field) => {
    const valid = words.find((word) => word === value)
    if (valid !== undefined) return valid
    const message = `${field} is not valid. Use one of: ${words.join(', ')}.`
    throw refuseField('RECORD_INVALID_FIELD', field, message)
  }
}

/** A JSON object, copied. */
export const context: FieldCheck<JsonObject> = (value, field) => {
  if (!isPlainObject(value)) {
    const message = `The ${field} is ${kindOf(value)}. Give a JSON object, such as {"task": {"name": "push"}}.`
    throw refuseField('RECORD_INVALID_CONTEXT', field, message)
  }
  const fault = findNonJson(value, recordLimits.contextDepth)
  if (fault !== undefined) {
    const hint = 'Use only texts, finite numbers, true, false, null, lists and objects.'
    throw refuseField('RECORD_INVALID_CONTEXT', field, `The ${field} contains ${fault}. ${hint}`)
  }
  const json = JSON.stringify(value)
  const bytes = new TextEncoder().encode(json).length
  if (bytes <= recordLimits.context) return JSON.parse(json) as JsonObject
  const much = `The ${field} has ${bytes} bytes of JSON; the maximum is ${recordLimits.context}`
  const advice = 'Put large data into a file and name it in scopeFiles.'
  throw refuseField('RECORD_TOO_LARGE', field, `${much}. ${advice}`)
}

/** The first part of a value that JSON cannot represent, in words. */
function findNonJson(value: unknown, levels: number): string | undefined {
  if (Array.isArray(value) || isPlainObject(value)) {
    if (levels === 0) return `more than ${recordLimits.contextDepth} levels`
    const faults = partsOf(value).map((part) => findNonJson(part, levels - 1))
    return faults.find((fault) => fault !== undefined)
  }
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `the number ${value}`
  const isScalar = value === null || typeof value === 'string' || typeof value === 'boolean'
  return isScalar ? undefined : kindOf(value)
}

/** JSON omits keys without a value. */
function partsOf(value: readonly unknown[] | JsonObject): readonly unknown[] {
  return Array.isArray(value) ? Array.from(value) : Object.values(value).filter((part) => part !== undefined)
}

/** Whether a value is an object, but not a list or an instance of a class. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, JsonValue>> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  // Another realm, such as a test runner's, has a different Object.prototype, which has no prototype either.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function assertText(value: unknown, field: string): string {
  if (typeof value === 'string') return value
  throw refuseField('RECORD_INVALID_FIELD', field, `${field} is ${kindOf(value)}. Give a text.`)
}

function assertSize(value: string, field: string, limit: number): string {
  if (value.length <= limit) return value
  const much = `The ${field} has ${value.length} characters; the maximum is ${limit}`
  throw refuseField('RECORD_TOO_LARGE', field, `${much}. Shorten it, or split it.`)
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'missing'
  if (Array.isArray(value)) return 'a list'
  const kind = typeof value
  return kind === 'object' ? 'an object' : `a ${kind}`
}
