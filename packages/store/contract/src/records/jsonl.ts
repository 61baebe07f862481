import { checkRecord, checkSession, isExpired } from './check-record.js'
import { isPlainObject } from './check-fields.js'
import { RecordError } from './errors.js'
import type { JsonObject, MemoryRecord, RecordInput, Session, SessionInput } from './record.js'
import { sayTime } from './times.js'

/** An item of an export. */
export type ExportItem =
  | { readonly kind: 'record'; readonly record: MemoryRecord }
  | { readonly kind: 'session'; readonly session: Session }

/** A valid or refused line of an import; `at` is its number, `isPast` whether the record has expired. */
export type ImportItem =
  | { readonly kind: 'record'; readonly at: number; readonly record: RecordInput; readonly isPast: boolean }
  | { readonly kind: 'session'; readonly at: number; readonly session: SessionInput }
  | { readonly kind: 'refused'; readonly at: number; readonly error: RecordError }

/** Writes records and sessions as JSONL, one object with its `kind` per line. Times are texts; empty fields are omitted. */
export async function* exportRecords(
  items: Iterable<ExportItem> | AsyncIterable<ExportItem>,
): AsyncGenerator<string, void, void> {
  for await (const item of items) {
    const fields = item.kind === 'record' ? recordFields(item.record) : fieldsOf(item.session)
    yield `${JSON.stringify({ kind: item.kind, ...fields })}\n`
  }
}

/** The fields of a record as in an export: times are texts, empty fields are omitted. */
export function recordFields({ hash: _, status, ...record }: MemoryRecord): RecordInput {
  return fieldsOf({ ...record, status: status === 'active' ? null : status }) as RecordInput
}

/**
 * Reads and validates records and sessions from JSONL. A line without a `kind` is a record, such as `{"content": "…"}`; empty lines
 * are skipped. Refused lines are yielded with an error; after 10,000 of them reading stops.
 * @param chunks the text, split between any characters
 * @param now in milliseconds since the epoch
 */
export async function* importRecords(
  chunks: Iterable<string> | AsyncIterable<string>,
  now = Date.now(),
): AsyncGenerator<ImportItem, void, void> {
  let refused = 0
  for await (const { number, text } of linesOf(chunks)) {
    if (text?.trim() === '') continue
    const item = refused < maxRefused ? readLine(text, number, now) : refuse(number, invalidLine(unread))
    yield item
    if (refused === maxRefused) return
    if (item.kind === 'refused') refused += 1
  }
}

/** A file with more refused lines is not JSONL of records. */
const maxRefused = 10_000
const unread = `and the following lines are not read, because ${maxRefused} lines were refused`

/** In UTF-16 units; longer than any valid record. */
const maxLine = 4_000_000

function readLine(text: string | null, at: number, now: number): ImportItem {
  try {
    const { kind = 'record', ...fields } = parseLine(text)
    // Validates here so that the error has a line number; the store fills in defaults.
    if (kind === 'session') {
      checkSession(fields)
      return { kind, at, session: fields }
    }
    if (kind !== 'record') {
      throw invalidLine('has an unknown kind: use "record" or "session", or leave the kind out')
    }
    const record = fields as JsonObject as unknown as RecordInput
    return { kind, at, record, isPast: isExpired(checkRecord(record, now), now) }
  } catch (error) {
    if (!RecordError.isInstance(error)) throw error
    return refuse(at, error)
  }
}

function refuse(at: number, { code, message, field, cause }: RecordError): ImportItem {
  const error = new RecordError(code, `Line ${at}: ${message}`, { cause, field, line: at })
  return { kind: 'refused', at, error }
}

function parseLine(text: string | null): JsonObject {
  if (text === null) throw invalidLine(`has more than ${maxLine} characters: this is not JSONL of records`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw invalidLine('is not JSON. Each line must be one object, such as {"content": "…"}', error)
  }
  if (isPlainObject(value)) return value
  throw invalidLine('is not a JSON object. Each line must be one object, such as {"content": "…"}')
}

const invalidLine = (reason: string, cause?: unknown) =>
  new RecordError('RECORD_INVALID_LINE', `The line ${reason}.`, { cause })

/** The lines of a text without a byte order mark, numbered from 1; null for a line that is too long. */
async function* linesOf(chunks: Iterable<string> | AsyncIterable<string>) {
  let [number, rest]: [number, string | null] = [1, '']
  for await (const chunk of chunks) {
    const parts: string[] = (number === 1 && rest === '' ? chunk.replace(/^\uFEFF/, '') : chunk).split('\n')
    for (const [position, part] of parts.entries()) {
      if (position > 0) {
        yield { number, text: rest }
        number += 1
        rest = ''
      }
      if (rest !== null) rest = rest.length + part.length > maxLine ? null : rest + part
    }
  }
  yield { number, text: rest }
}

/** Without values that are null, and empty lists, objects and counts. */
function fieldsOf(item: object): object {
  const fields = Object.entries(item).filter(([key, value]) => {
    if (typeof value === 'object') return value !== null && Object.keys(value as object).length > 0
    return value !== 0 || !key.endsWith('Count')
  })
  return Object.fromEntries(
    fields.map(([key, value]) => [key, isTime(key) ? sayTime(Number(value)) : (value as unknown)]),
  )
}

const isTime = (key: string): boolean => key.endsWith('At') || key === 'lastAccessed'
