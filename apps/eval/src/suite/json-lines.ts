import { isUtf8 } from 'node:buffer'
import { readFileSync, statSync } from 'node:fs'
import { orUndefined } from '@recallite/command-line'
import { reasonOf } from '@recallite/core'
import * as v from 'valibot'
import { malformed, EvaluationError, type FilePosition } from '../errors.js'
import { flawOf, text as anyText } from '../schema.js'
import { isFields, type Fields } from '../text-lines.js'

/** A JSON object and its position. `names`: the names of its fields in the file. */
export interface Item extends FilePosition {
  readonly fields: Fields
  readonly names?: FieldMap
}

export interface Line extends FilePosition {
  readonly text: string
}

/** The possible names of each field in a file, in order of preference. */
export type FieldMap = Readonly<Record<string, readonly string[]>>

/** A text. Missing and null become empty. */
export const optionalText = v.nullish(anyText, '')

export const filledText = v.pipe(
  anyText,
  v.check((text) => text.trim() !== '', 'a text that is not blank'),
)

/** The schema of the pool field, which is required if `poolBy` is set. */
export const poolField = (poolBy: string | undefined) => ({
  pool: poolBy === undefined ? v.optional(filledText) : filledText,
})

/** Reads an object with a distinct id from each non-blank line. Throws an EvaluationError. */
export function readItems<Read extends { readonly id: string }>(
  file: string,
  read: (item: Item) => Read,
  names?: FieldMap,
): Read[] {
  const ids = new Set<string>()
  return readLines(file).map(({ text, ...position }) => {
    const fields = parseObject(text, position)
    const item = read({ ...position, ...(names ? { fields: mapFields(fields, names), names } : { fields }) })
    if (ids.has(item.id)) {
      const message = `The id ${JSON.stringify(item.id)} occurs twice. Rename one of them.`
      throw new EvaluationError('SUITE_DUPLICATE', message, position)
    }
    ids.add(item.id)
    return item
  })
}

/** Reads the non-blank lines of a suite's file. Throws an EvaluationError. */
export function readLines(file: string): Line[] {
  return readSuiteFile(file)
    .split(/\r?\n/u)
    .map((text, index) => ({ file, line: index + 1, text }))
    .filter(({ text }) => text.trim() !== '')
}

/** Reads a suite's file as UTF-8 and removes a byte order mark. Throws an EvaluationError. */
export function readSuiteFile(file: string): string {
  const bytes = readBytes(file)
  if (isUtf8(bytes)) return bytes.toString('utf8').replace(/^\ufeff/u, '')
  // Splitting bytes is safe: no multi-byte character contains the byte of a line end.
  const lines = bytes.toString('latin1').split('\n')
  const line = lines.findIndex((each) => !isUtf8(Buffer.from(each, 'latin1'))) + 1
  throw malformed({ file, line }, 'This is not UTF-8. Save the file as UTF-8.')
}

/** Reads a file of a suite whole. Throws an EvaluationError. */
export function readBytes(file: string): Buffer {
  const size = orUndefined(() => statSync(file).size) ?? 0
  // A string cannot contain half a gigabyte.
  if (size > 500_000_000) throw malformed({ file }, 'This file is larger than 500 MB. Divide the suite.')
  try {
    return readFileSync(file)
  } catch (cause) {
    const message = `Cannot read this file (${reasonOf(cause)}). Create it, or name another file.`
    throw new EvaluationError('SUITE_NOT_FOUND', message, { file, cause })
  }
}

/** Reads fields by a schema. Throws an EvaluationError that names the first invalid one. */
export function readFields<Value>(
  { fields, names = {}, ...position }: Item,
  schema: v.GenericSchema<unknown, Value>,
): Value {
  const flaw = flawOf(schema, fields)
  if (!flaw) return v.parse(schema, fields)
  throw malformed(position, `"${names[flaw.path]?.at(-1) ?? flaw.path}" must be ${flaw.need}. Correct it.`)
}

function mapFields(fields: Fields, map: FieldMap): Fields {
  const entries = Object.entries(map).map(([name, names]) => {
    const present = names.filter((each) => Object.hasOwn(fields, each))
    return [name, present.map((each) => fields[each]).find((value) => value !== null)]
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function parseObject(text: string, position: FilePosition): Fields {
  // The reason would quote the line, and the file may be a link to another one.
  const fields = orUndefined(() => JSON.parse(text) as unknown)
  if (isFields(fields)) return fields
  const what = fields === undefined ? 'JSON' : 'a JSON object'
  throw malformed(position, `This line is not ${what}. Write one object on each line.`)
}
