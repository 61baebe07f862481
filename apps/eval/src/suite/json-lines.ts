import { overall } from '../summary/row.js'
import { SuiteError, type SuitePlace } from './errors.js'
import { readLines } from './read-lines.js'

/** A JSON object, and where it stands. */
export interface Item extends SuitePlace {
  readonly fields: Readonly<Record<string, unknown>>
}

/** Whether a value is an object with named fields. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
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
