import { invalidOption, type MemoryError } from '../errors.js'

/**
 * One field of a tool's input: a subset of JSON schema, which `readInput` checks. An `array` has texts that are not blank,
 * `numbers` is a list of numbers, an `object` is any JSON object.
 */
export interface InputField {
  readonly type: keyof ValueOf
  /** With one example at most, as a model pays for each word in every conversation. */
  readonly description: string
  readonly isRequired?: boolean
  /** Another name, which models give it by habit; it is not in the schema. */
  readonly alias?: string
  /** The texts that may be given. */
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
}

/** The fields of a tool's input by name. */
export type InputFields = Readonly<Record<string, InputField>>

interface ValueOf {
  readonly string: string
  readonly integer: number
  readonly number: number
  readonly boolean: boolean
  readonly array: readonly string[]
  readonly numbers: readonly number[]
  readonly object: Readonly<Record<string, unknown>>
}

/** The values of an input, by field. */
export type InputOf<Fields extends InputFields> = {
  readonly [Name in keyof Fields]:
    | ValueOf[Fields[Name]['type']]
    | (Fields[Name] extends { readonly isRequired: true } ? never : undefined)
}

/** The limits on the size of an answer, as every tool that searches takes them. */
export const sizeFields = {
  maxResults: {
    type: 'integer',
    minimum: 1,
    maximum: 100,
    alias: 'limit',
    description: 'The most results: 5.',
  },
  maxTokens: { type: 'integer', minimum: 1, description: 'The most tokens of text: 1000.' },
} as const satisfies InputFields

/** The fields as a JSON schema that allows no others. */
export function inputSchemaOf(fields: InputFields): Readonly<Record<string, unknown>> {
  const entries = Object.entries(fields)
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, field]) => [name, schemaOf(field)])),
    required: entries.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
    additionalProperties: false,
  }
}

function schemaOf({ isRequired: _, alias: __, ...schema }: InputField) {
  if (schema.type === 'numbers') return { ...schema, type: 'array', items: { type: 'number' } }
  return schema.type === 'array' ? { ...schema, items: { type: 'string' } } : schema
}

/**
 * Checks a model's input of a tool. Null, an empty text or an empty list in an optional field means that it is left out:
 * some hosts have a model fill in every field.
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
  const named = byOwnNames(fields, input)
  const unknown = Object.keys(named).find((name) => !Object.hasOwn(fields, name))
  if (unknown !== undefined) {
    throw invalidInput(tool, `'${unknown}' is not a field. There are: ${Object.keys(fields).join(', ')}.`)
  }
  const given = new Map<string, unknown>(Object.entries(named))
  for (const [name, field] of Object.entries(fields)) {
    if (!field.isRequired && isLeftOut(given.get(name))) given.delete(name)
    else assertField(tool, { name, field }, given.get(name))
  }
  return Object.fromEntries(given) as InputOf<Fields>
}

function byOwnNames(fields: InputFields, input: object): object {
  const names = new Map(Object.entries(fields).flatMap(([name, { alias }]) => (alias ? [[alias, name]] : [])))
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [names.get(name) ?? name, value]))
}

function isLeftOut(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function assertField(
  tool: string,
  { name, field }: { readonly name: string; readonly field: InputField },
  value: unknown,
): void {
  if (value === undefined) throw invalidInput(tool, `'${name}' is missing; give ${describeWanted(field)}.`)
  if (isValidValue(value, field)) return
  const found = JSON.stringify(value)?.slice(0, 80)
  const orNot = field.isRequired ? '' : ', or leave it out'
  throw invalidInput(tool, `'${name}' is ${found}; it must be ${describeWanted(field)}${orNot}.`)
}

function isValidValue(value: unknown, field: InputField): boolean {
  const { type, enum: choices, minimum = -Infinity, maximum = Infinity } = field
  if (!isOfType[type](value) || choices?.includes(String(value)) === false) return false
  return typeof value !== 'number' || (value >= minimum && value <= maximum)
}

const isOfType: Readonly<Record<InputField['type'], (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isSafeInteger,
  number: Number.isFinite,
  array: (value) => Array.isArray(value) && value.every(isText),
  numbers: (value) => Array.isArray(value) && value.every(Number.isFinite),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

function describeWanted({ type, enum: choices, minimum, maximum }: InputField): string {
  if (choices) return `one of ${choices.join(', ')}`
  const kinds = {
    string: 'a text',
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    array: 'a list of texts, such as ["one", "two"]',
    numbers: 'a list of numbers, such as [0.5, 2]',
    object: 'a JSON object',
  }
  const kind = kinds[type]
  if (minimum !== undefined && maximum !== undefined) return `${kind} from ${minimum} to ${maximum}`
  return minimum === undefined ? kind : `${kind}, ${minimum} or more`
}

function invalidInput(tool: string, reason: string): MemoryError {
  return invalidOption(`${tool}: ${reason}`)
}
