import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { reasonOf } from '@recallite/core'
import { isFields, type Fields } from '../text-lines.js'
import { malformed, EvaluationError, type FilePosition } from '../errors.js'
import { allKinds } from './suite.js'

/** A JSON object, and where it stands. */
export interface Item extends FilePosition {
  readonly fields: Fields
}

/** A line of a file, and where it stands. */
export interface Line extends FilePosition {
  readonly text: string
}

/** Reads one JSON object from each line that is not blank; throws an EvaluationError. */
export function readJsonLines(file: string): Item[] {
  return readLines(file).map(({ text, ...position }) => ({
    ...position,
    fields: parseObject(text, position, { subject: 'This line', advice: 'Write one object on each line.' }),
  }))
}

/** Reads the lines of a suite's file that are not blank; throws an EvaluationError. */
export function readLines(file: string): Line[] {
  return readSuiteFile(file)
    .split(/\r?\n/u)
    .map((text, index) => ({ file, line: index + 1, text }))
    .filter(({ text }) => text.trim() !== '')
}

/** Reads a suite's file as UTF-8 without a byte order mark; throws an EvaluationError. */
export function readSuiteFile(file: string): string {
  const bytes = readBytes(file)
  if (isUtf8(bytes)) return bytes.toString('utf8').replace(/^\ufeff/u, '')
  const message = 'This is not UTF-8, so its characters would be read as others. Save the file as UTF-8.'
  throw malformed({ file, line: brokenLine(bytes) }, message)
}

/** Reads a string field, or the fallback if the field is missing or null; throws an EvaluationError. */
export function textField({ fields, ...position }: Item, name: string, fallback?: string): string {
  const value = fields[name] ?? fallback
  if (typeof value === 'string') return value
  const what = value === undefined ? 'is missing' : 'is not a string'
  throw malformed(position, `"${name}" ${what}. Give it as a string.`)
}

/** Reads the kind of a query, which must not be `all`; throws an EvaluationError. */
export function kindField(item: Item, name: string, fallback?: string): string {
  const kind = textField(item, name, fallback)
  if (kind !== allKinds) return kind
  const message = `"${name}" is "${allKinds}", which means queries of all kinds in reports. Name it otherwise.`
  throw malformed(item, message)
}

/** Reads `id` or `_id`, which must not be blank, and adds it to the ids that are taken; throws an EvaluationError. */
export function idField(item: Item, taken: Set<string>): string {
  const name = Object.hasOwn(item.fields, '_id') ? '_id' : 'id'
  const id = textField(item, name)
  if (id.trim() === '') throw malformed(item, `"${name}" is blank. Give it a name.`)
  if (taken.has(id)) {
    const message = `The id ${JSON.stringify(id)} occurs twice. Rename one of them.`
    throw new EvaluationError('SUITE_DUPLICATE', message, item)
  }
  taken.add(id)
  return id
}

/** Parses a JSON object; `subject` and `advice` begin and end the message of the EvaluationError that it throws. */
export function parseObject(
  text: string,
  position: FilePosition,
  { subject, advice }: { readonly subject: string; readonly advice: string },
): Item['fields'] {
  try {
    const fields: unknown = JSON.parse(text)
    if (isFields(fields)) return fields
  } catch (cause) {
    throw malformed({ ...position, cause }, `${subject} is not JSON (${reasonOf(cause)}). ${advice}`)
  }
  throw malformed(position, `${subject} is not a JSON object. ${advice}`)
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (cause) {
    const message = `It cannot be read (${reasonOf(cause)}). Put it there, or name another.`
    throw new EvaluationError('SUITE_NOT_FOUND', message, { file, cause })
  }
}

/** The first line that is not UTF-8, from 1. No character of several bytes contains the byte of a line end. */
function brokenLine(bytes: Buffer): number {
  const lines = bytes.toString('latin1').split('\n')
  return lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1'))) + 1
}
