import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { overall } from '../summary/row.js'
import { SuiteError, type SuitePlace } from './errors.js'

/** A JSON object, and where it stands. */
export interface Item extends SuitePlace {
  readonly fields: Readonly<Record<string, unknown>>
}

/** A line of a file, and where it stands. */
export interface Line {
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly text: string
}

const newline = 0x0a

/** Whether a value is an object with named fields. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The objects of a file that has one JSON object on each line; blank lines are passed over.
 * @throws SuiteError `SUITE_NOT_FOUND`, `SUITE_MALFORMED`
 */
export function readJsonLines(file: string): Item[] {
  return readLines(file).map(parseLine)
}

/**
 * A field that is a string.
 * @param fallback what it is where it is missing or null; without one the field is needed
 * @throws SuiteError `SUITE_MALFORMED`
 */
export function textField({ fields, ...place }: Item, name: string, fallback?: string): string {
  const value = fields[name] ?? fallback
  if (typeof value === 'string') return value
  const state = value === undefined ? 'is missing' : 'is not a string'
  throw new SuiteError('SUITE_MALFORMED', `"${name}" ${state}. Give it as a string.`, place)
}

/**
 * What sort of question an item is; not `all`, which means all of them in reports.
 * @param fallback what it is where it is missing or null; without one the field is needed
 * @throws SuiteError `SUITE_MALFORMED`
 */
export function kindField(item: Item, name: string, fallback?: string): string {
  const kind = textField(item, name, fallback)
  if (kind !== overall) return kind
  const { file, line } = item
  const message = `"${name}" is "${overall}", which means queries of all kinds in reports. Name it otherwise.`
  throw new SuiteError('SUITE_MALFORMED', message, { file, line })
}

/**
 * An item's `id`, or `_id`: a string that is not blank and that no earlier item has.
 * @param taken the earlier items' ids; this one is added
 * @throws SuiteError `SUITE_MALFORMED`, `SUITE_DUPLICATE`
 */
export function idField(item: Item, taken: Set<string>): string {
  const { file, line, fields } = item
  const name = Object.hasOwn(fields, '_id') ? '_id' : 'id'
  const id = textField(item, name)
  if (id.trim() === '')
    throw new SuiteError('SUITE_MALFORMED', `"${name}" is blank. Give it a name.`, { file, line })
  if (taken.has(id)) {
    throw new SuiteError(
      'SUITE_DUPLICATE',
      `The id ${JSON.stringify(id)} stands twice. Rename one of them.`,
      {
        file,
        line,
      },
    )
  }
  taken.add(id)
  return id
}

/**
 * The text of a suite's file, without a byte order mark.
 * @throws SuiteError `SUITE_NOT_FOUND`; `SUITE_MALFORMED` where it is not UTF-8
 */
export function readSuiteFile(file: string): string {
  try {
    return decode(readFileSync(file), file)
  } catch (cause) {
    if (cause instanceof SuiteError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    const message = `It cannot be read (${reason}). Put it there, or name another.`
    throw new SuiteError('SUITE_NOT_FOUND', message, { file, cause })
  }
}

/**
 * The lines of a suite's file that are not blank.
 * @throws SuiteError `SUITE_NOT_FOUND`; `SUITE_MALFORMED` where it is not UTF-8
 */
export function readLines(file: string): Line[] {
  return readSuiteFile(file)
    .split(/\r?\n/u)
    .map((text, index) => ({ file, line: index + 1, text }))
    .filter(({ text }) => text.trim() !== '')
}

function parseLine({ file, line, text }: { file: string; line: number; text: string }): Item {
  try {
    const fields: unknown = JSON.parse(text)
    if (isFields(fields)) return { file, line, fields }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new SuiteError(
      'SUITE_MALFORMED',
      `This line is not JSON (${reason}). Write one object on each line.`,
      {
        file,
        line,
        cause,
      },
    )
  }
  throw new SuiteError('SUITE_MALFORMED', 'This line is not a JSON object. Write one object on each line.', {
    file,
    line,
  })
}

/** The first line that is not UTF-8, from 1: no character of several bytes has a line end among them. */
function brokenLine(bytes: Buffer): number {
  let line = 1
  for (let start = 0; ; line += 1) {
    const end = bytes.indexOf(newline, start)
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line
    start = end + 1
  }
}

function decode(bytes: Buffer, file: string): string {
  if (isUtf8(bytes)) return bytes.toString('utf8').replace(/^\ufeff/u, '')
  const message = 'This is not UTF-8, so its characters would be read as others. Save the file as UTF-8.'
  throw new SuiteError('SUITE_MALFORMED', message, { file, line: brokenLine(bytes) })
}
