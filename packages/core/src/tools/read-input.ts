import { MemoryError } from '../errors.js'

/** One field of a tool's input: a JSON schema of few words, so that it can be checked here. */
export interface InputField {
  readonly type: 'string' | 'integer' | 'number'
  readonly description: string
  readonly isRequired?: boolean
  readonly minimum?: number
  readonly maximum?: number
}

/** The fields of a tool's input by name. */
export type InputFields = Readonly<Record<string, InputField>>

type FieldValue<Field extends InputField> = Field['type'] extends 'string' ? string : number

/** What was given, by the fields' names. */
export type InputOf<Fields extends InputFields> = {
  readonly [Name in keyof Fields]:
    | FieldValue<Fields[Name]>
    | (Fields[Name] extends { readonly isRequired: true } ? never : undefined)
}

/** The fields as a JSON schema; others than these are not allowed. */
export function inputSchemaOf(fields: InputFields): Readonly<Record<string, unknown>> {
  const entries = Object.entries(fields)
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { isRequired: _, ...schema }]) => [name, schema])),
    required: entries.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
    additionalProperties: false,
  }
}

function describeRange({ minimum, maximum }: InputField): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  return minimum === undefined ? '' : `, ${minimum} or more`
}

function isOfType(value: unknown, { type }: InputField): boolean {
  if (type === 'string') return typeof value === 'string'
  return type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value)
}

function isInRange(value: unknown, { minimum = -Infinity, maximum = Infinity }: InputField): boolean {
  return typeof value !== 'number' || (value >= minimum && value <= maximum)
}

function describeWanted(field: InputField): string {
  const kind = { string: 'a text', integer: 'a whole number', number: 'a number' }[field.type]
  return kind + describeRange(field)
}

function invalid(tool: string, reason: string): MemoryError {
  return new MemoryError('OPTION_INVALID', `${tool}: ${reason}`)
}

function assertField(tool: string, [name, field]: [string, InputField], value: unknown): void {
  if (value === undefined) {
    if (field.isRequired) throw invalid(tool, `'${name}' is missing; give ${describeWanted(field)}.`)
    return
  }
  if (isOfType(value, field) && isInRange(value, field)) return
  const found = JSON.stringify(value)?.slice(0, 80)
  throw invalid(tool, `'${name}' is ${found}; it must be ${describeWanted(field)}.`)
}

/**
 * Checks what a model gave a tool.
 * @throws MemoryError `OPTION_INVALID`, naming the field
 */
export function readInput<const Fields extends InputFields>(
  tool: string,
  fields: Fields,
  input: unknown,
): InputOf<Fields> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw invalid(tool, `the input must be an object with ${Object.keys(fields).join(', ')}.`)
  }
  const unknown = Object.keys(input).find((name) => !Object.hasOwn(fields, name))
  if (unknown !== undefined) {
    throw invalid(tool, `'${unknown}' is not a field. There are: ${Object.keys(fields).join(', ')}.`)
  }
  const given = new Map(Object.entries(input))
  for (const entry of Object.entries(fields)) assertField(tool, entry, given.get(entry[0]))
  return Object.fromEntries(given) as InputOf<Fields>
}
