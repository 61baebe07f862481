import { invalidOption, type MemoryError } from '../errors.js'

/** One field of a tool's input: a subset of JSON schema, which `readInput` checks. */
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

/** The values of an input, by field. */
export type InputOf<Fields extends InputFields> = {
  readonly [Name in keyof Fields]:
    | FieldValue<Fields[Name]>
    | (Fields[Name] extends { readonly isRequired: true } ? never : undefined)
}

/** The fields as a JSON schema that allows no others. */
export function inputSchemaOf(fields: InputFields): Readonly<Record<string, unknown>> {
  const entries = Object.entries(fields)
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { isRequired: _, ...schema }]) => [name, schema])),
    required: entries.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
    additionalProperties: false,
  }
}

/**
 * Checks a model's input of a tool.
 * @throws MemoryError `OPTION_INVALID`, naming the field
 */
export function readInput<const Fields extends InputFields>(
  tool: string,
  fields: Fields,
  input: unknown,
): InputOf<Fields> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw invalidInput(tool, `the input must be an object with ${Object.keys(fields).join(', ')}.`)
  }
  const unknown = Object.keys(input).find((name) => !Object.hasOwn(fields, name))
  if (unknown !== undefined) {
    throw invalidInput(tool, `'${unknown}' is not a field. There are: ${Object.keys(fields).join(', ')}.`)
  }
  const given = new Map<string, unknown>(Object.entries(input))
  for (const [name, field] of Object.entries(fields)) assertField(tool, { name, field }, given.get(name))
  return Object.fromEntries(given) as InputOf<Fields>
}

function assertField(
  tool: string,
  { name, field }: { readonly name: string; readonly field: InputField },
  value: unknown,
): void {
  if (value === undefined && field.isRequired)
    throw invalidInput(tool, `'${name}' is missing; give ${describeWanted(field)}.`)
  if (value === undefined || isValidValue(value, field)) return
  const found = JSON.stringify(value)?.slice(0, 80)
  throw invalidInput(tool, `'${name}' is ${found}; it must be ${describeWanted(field)}.`)
}

function isValidValue(value: unknown, { type, minimum = -Infinity, maximum = Infinity }: InputField) {
  if (type === 'string') return typeof value === 'string'
  const isNumber = type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value)
  return isNumber && Number(value) >= minimum && Number(value) <= maximum
}

function describeWanted({ type, minimum, maximum }: InputField): string {
  const kind = { string: 'a text', integer: 'a whole number', number: 'a number' }[type]
  if (minimum !== undefined && maximum !== undefined) return `${kind} from ${minimum} to ${maximum}`
  return minimum === undefined ? kind : `${kind}, ${minimum} or more`
}

function invalidInput(tool: string, reason: string): MemoryError {
  return invalidOption(`${tool}: ${reason}`)
}
