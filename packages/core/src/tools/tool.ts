import { toJsonSchema } from '@valibot/to-json-schema'
import { editDistance, nearestName } from '@recallite/keyword/spelling'
import * as v from 'valibot'
import { invalidOption } from '../errors.js'
import { type WordedSchema, whole } from '../schema.js'

export const toolNames = {
  search: 'memory_search',
  get: 'memory_get',
  remember: 'memory_remember',
  recall: 'memory_recall',
  forget: 'memory_forget',
  session: 'memory_session',
} as const

/** The topics for which the tools and the policy demand recall. */
export const anyRecallTopic = 'prior work, decisions, dates, people, preferences or todos'

/** A JSON schema, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** The answer of a tool, as data and as a text for a model. */
export interface ToolAnswer<Structured> {
  readonly structured: Structured
  readonly text: string
}

/** The effect of a tool on a memory: `none` reads, `adds` may store something, `removes` deletes permanently. */
export type ToolEffect = 'none' | 'adds' | 'removes'

/** A tool, independent of any agent framework. */
export interface MemoryTool<Structured> {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly effect: ToolEffect
  /** Runs the tool for a client, the name of a program. Rejects with MemoryError `OPTION_INVALID` for invalid input, and with the signal's reason. */
  execute(
    input: unknown,
    options?: { readonly signal?: AbortSignal | undefined; readonly client?: string | undefined },
  ): Promise<ToolAnswer<Structured>>
}

/** A required field. Descriptions are short, because a model pays for each word in every conversation. */
export function required<Schema extends WordedSchema>(schema: Schema, description: string) {
  return v.pipe(schema, v.description(description))
}

/** An optional field. */
export function optional<Schema extends WordedSchema>(schema: Schema, description: string) {
  return v.exactOptional(v.pipe(schema, v.description(description)))
}

export const maxTokensField = optional(whole(1), 'Maximum tokens of text (default 1000).')

export type InputSchema = v.StrictObjectSchema<v.ObjectEntries, undefined>

/** A schema as JSON schema, draft 07. */
export function jsonSchemaOf(schema: v.GenericSchema): JsonSchema {
  return convert(schema, { ofObject: 'object' })
}

/**
 * The schema of a tool's input, with the keywords that Gemini's function declarations and OpenAI's non-strict mode accept. Objects of
 * any properties are JSON texts, because these clients need the properties of an object.
 */
export function toolSchemaOf(schema: v.GenericSchema): JsonSchema {
  const { additionalProperties: _, ...json } = convert(schema, {
    ofObject: 'string',
    ignoreActions: ['gt_value'],
  })
  return json
}

function convert(
  schema: v.GenericSchema,
  {
    ofObject,
    ignoreActions = [],
  }: { readonly ofObject: 'object' | 'string'; readonly ignoreActions?: string[] },
): JsonSchema {
  const { $schema: _, ...json } = toJsonSchema(schema, {
    // Custom checks have no counterpart.
    errorMode: 'ignore',
    ignoreActions,
    overrideSchema: ({ valibotSchema }) => (valibotSchema.type === 'custom' ? { type: ofObject } : undefined),
  })
  return { ...json }
}

/** Names outside the schemas that models use by habit. */
const aliases: Readonly<Record<string, string>> = { limit: 'maxResults' }

/**
 * Validates the input of a tool or of a request. Null, an empty text or an empty list in an optional field counts as omitted,
 * because some hosts make models fill in every field.
 * @param tool the name of the tool, for error messages. Its input may have further fields, which some hosts add, and JSON text in a
 * field that is no text counts as its value
 * @throws MemoryError `OPTION_INVALID`, naming the field
 */
export function readInput<Schema extends InputSchema>(
  schema: Schema,
  input: unknown,
  tool?: string,
): v.InferOutput<Schema> {
  const { entries } = schema
  const refuse = (reason: string): never => {
    throw invalidOption(tool === undefined ? reason : `${tool}: ${reason}`)
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return refuse(`the input must be an object with ${Object.keys(entries).join(', ')}.`)
  }
  const given = Object.entries(input).map(([name, value]) => [fieldName(name, entries), value] as const)
  const reason = unknownField(entries, new Set(given.map(([name]) => name)), tool !== undefined)
  if (reason !== undefined) return refuse(reason)
  const meant = given.flatMap(([name, text]) => {
    const entry = Object.hasOwn(entries, name) ? entries[name] : undefined
    const value = entry && tool !== undefined ? valueOf(entry, text) : text
    return entry && !(isOptional(entry) && isLeftOut(value)) ? [[name, value]] : []
  })
  const { issues, output } = v.safeParse(schema, Object.fromEntries(meant), { abortEarly: true })
  return issues ? refuse(describeIssue(entries, issues[0])) : output
}

/** What is wrong with the first field that the schema lacks; tools ignore those that are unlike any missing field. */
function unknownField(entries: v.ObjectEntries, given: ReadonlySet<string>, isTool: boolean) {
  const names = Object.keys(entries)
  const missing = names.filter((name) => !given.has(name))
  for (const name of given) {
    if (Object.hasOwn(entries, name)) continue
    const similar = missing.filter((each) => editDistance(name.toLowerCase(), each.toLowerCase()) <= 2)
    if (isTool && similar.length === 0) continue
    // A missing required field is most likely meant.
    const needed = missing.find((each) => !isOptional(entries[each]))
    const near = nearestName(name, similar) ?? needed ?? nearestName(name, names)
    const hint = near === undefined ? '' : ` Did you mean "${near}"?`
    return `'${name}' is not a field. The fields are: ${names.join(', ')}.${hint}`
  }
  return undefined
}

/** The value of a JSON text, if the field accepts it but not the text; a text for a list is its only item. */
function valueOf(entry: v.ObjectEntries[string], value: unknown): unknown {
  const accepts = (one: unknown) => v.safeParse(entry as v.GenericSchema, one).success
  if (typeof value !== 'string' || accepts(value)) return value
  const json = parseJson(/^(?:true|false)$/iu.test(value) ? value.toLowerCase() : value)
  if (json === null || accepts(json)) return json
  return accepts([value]) ? [value] : (json ?? value)
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function fieldName(name: string, entries: v.ObjectEntries): string {
  const field = Object.hasOwn(entries, name) ? undefined : aliases[name]
  return field !== undefined && Object.hasOwn(entries, field) ? field : name
}

function isOptional(entry: v.ObjectEntries[string] | undefined): boolean {
  return entry?.type === 'exact_optional'
}

function isLeftOut(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function describeIssue(entries: v.ObjectEntries, { path }: v.BaseIssue<unknown>): string {
  const name = String(path?.[0].key)
  const value = path?.[0].value
  const entry = entries[name] as v.ExactOptionalSchema<WordedSchema, undefined> | WordedSchema
  const expected = 'wrapped' in entry ? entry.wrapped.message : entry.message
  if (value === undefined) return `'${name}' is missing; give ${expected}.`
  const orNot = isOptional(entry) ? ', or leave it out' : ''
  return `'${name}' is ${JSON.stringify(value)?.slice(0, 80)}; it must be ${expected}${orNot}.`
}
