import { checkRecord, checkSession } from './check-record.js'
import { isPlainObject, sayTime } from './check-fields.js'
import { RecordError } from './errors.js'
import type { JsonObject, MemoryRecord, RecordInput, Session, SessionInput } from './record.js'

/** What an export is made of. */
export type ExportItem =
  | { readonly kind: 'record'; readonly record: MemoryRecord }
  | { readonly kind: 'session'; readonly session: Session }

/** What was read of an import: something to store, or why it cannot be stored. `at` says where it stands. */
export type ImportItem =
  | { readonly kind: 'record'; readonly at: number; readonly record: RecordInput }
  | { readonly kind: 'session'; readonly at: number; readonly session: SessionInput }
  | { readonly kind: 'refused'; readonly at: number; readonly error: RecordError }

/**
 * Writes records and sessions as JSONL: one JSON object for each, with its `kind`, on a line of its own that ends with
 * `\n`. Times are texts; what a record does not have is left out. `importRecords` reads all of it again.
 */
export async function* exportRecords(
  items: Iterable<ExportItem> | AsyncIterable<ExportItem>,
): AsyncGenerator<string, void, void> {
  for await (const item of items) {
    const fields = item.kind === 'record' ? recordLine(item.record) : sessionLine(item.session)
    yield `${JSON.stringify({ kind: item.kind, ...withoutNothing(fields) })}\n`
  }
}

/**
 * Reads records and sessions out of JSONL, one line after the other, and checks them. A line without a `kind` is a record,
 * so that `{"content": "…"}` is enough; empty lines are passed over. A line that is refused is given as such, with the
 * number of its line (`at`, and in the error), and the lines behind it are read all the same; after 10,000 of them, the
 * next line is refused and the last one that is read.
 * @param chunks the text in pieces of any size, cut anywhere but within a character
 */
export async function* importRecords(
  chunks: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<ImportItem, void, void> {
  let refused = 0
  for await (const { number, text } of linesOf(chunks)) {
    if (text?.trim() === '') continue
    const item = refused < mostRefused ? readLine(text, number) : refuse(number, invalidLine(unread))
    yield item
    if (refused === mostRefused) return
    if (item.kind === 'refused') refused += 1
  }
}

/** More refused lines than people read: a file that has them is no JSONL of records, and reading all of it may take for ever. */
const mostRefused = 10_000
const unread = `and those behind it are not read, because ${mostRefused} lines before it are refused`

/** In UTF-16 units: longer than any record can be. */
const longestLine = 4_000_000

function readLine(text: string | null, at: number): ImportItem {
  try {
    const { kind = 'record', ...fields } = parseLine(text)
    // They are checked here so that the error can name the line; the store fills in what is usual.
    if (kind === 'session') {
      checkSession(fields)
      return { kind, at, session: fields }
    }
    if (kind !== 'record') {
      throw invalidLine('is of a kind that is not known: give "record" or "session", or leave the kind out')
    }
    const record = fields as JsonObject as unknown as RecordInput
    checkRecord(record, 0)
    return { kind, at, record }
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
  if (text === null) throw invalidLine(`has more than ${longestLine} characters: this is no JSONL of records`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw invalidLine('is no JSON. Each line is one object, such as {"content": "…"}', error)
  }
  if (isPlainObject(value)) return value
  throw invalidLine('is no JSON object. Each line is one object, such as {"content": "…"}')
}

const invalidLine = (reason: string, cause?: unknown) =>
  new RecordError('RECORD_INVALID_LINE', `The line ${reason}.`, { cause })

/** The lines of a text, from 1; null for one that is too long. A mark of the order of bytes is no part of the first. */
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
      if (rest !== null) rest = rest.length + part.length > longestLine ? null : rest + part
    }
  }
  yield { number, text: rest }
}

function recordLine({ hash: _, ...record }: MemoryRecord) {
  const { accessCount, returnCount, status, occurredAt, createdAt, expiresAt, lastAccessed } = record
  return {
    ...record,
    status: status === 'active' ? null : status,
    occurredAt: timeOrNone(occurredAt),
    createdAt: sayTime(createdAt),
    expiresAt: timeOrNone(expiresAt),
    accessCount: accessCount === 0 ? null : accessCount,
    returnCount: returnCount === 0 ? null : returnCount,
    lastAccessed: timeOrNone(lastAccessed),
  }
}

function sessionLine(session: Session) {
  return { ...session, startedAt: sayTime(session.startedAt), endedAt: timeOrNone(session.endedAt) }
}

const timeOrNone = (time: number | null) => (time === null ? null : sayTime(time))

function withoutNothing(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isNothing(value)))
}

/** Whether a value is null, or an empty list or object. */
function isNothing(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value as object).length === 0)
}
