import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { reasonOf } from '@recallite/core'
import * as v from 'valibot'
import { malformed, EvaluationError, type FilePosition } from '../errors.js'
import { flawOf, object, text as anyText } from '../schema.js'
import { isFields, type Fields } from '../text-lines.js'

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
    fields: parseObject(text, position),
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

/** A text that may be left out, or be null: it is empty then. */
export const optionalText = v.nullish(anyText, '')

/** Reads fields as a schema says; throws an EvaluationError that names the first which is otherwise. */
export function readFields<Value>(
  { fields, ...position }: Item,
  schema: v.GenericSchema<unknown, Value>,
): Value {
  const flaw = flawOf(schema, fields)
  if (flaw) throw malformed(position, `"${flaw.path}" must be ${flaw.wanted}. Correct it.`)
  return v.parse(schema, fields)
}

/** Reads `id` or `_id`, which must not be blank, and adds it to the ids that are taken; throws an EvaluationError. */
export function readId(item: Item, taken: Set<string>): string {
  const name = Object.hasOwn(item.fields, '_id') ? '_id' : 'id'
  const { [name]: id = '' } = readFields(item, object({ [name]: filledText }))
  if (taken.has(id)) {
    const message = `The id ${JSON.stringify(id)} occurs twice. Rename one of them.`
    throw new EvaluationError('SUITE_DUPLICATE', message, item)
  }
  taken.add(id)
  return id
}

/** A text that says something. */
export const filledText = v.pipe(
  anyText,
  v.check((text) => text.trim() !== '', 'a text that is not blank'),
)

function parseObject(text: string, position: FilePosition): Fields {
  const advice = 'Write one object on each line.'
  try {
    const fields: unknown = JSON.parse(text)
    if (isFields(fields)) return fields
  } catch (cause) {
    throw malformed({ ...position, cause }, `This line is not JSON (${reasonOf(cause)}). ${advice}`)
  }
  throw malformed(position, `This line is not a JSON object. ${advice}`)
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
