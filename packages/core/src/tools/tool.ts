import { toJsonSchema } from '@valibot/to-json-schema'
import { nearestName } from '@recallite/keyword/spelling'
import * as v from 'valibot'
import { invalidOption } from '../errors.js'
import { type WordedSchema, whole } from '../schema.js'

/** The names of the tools. */
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

/** A tool's answer: as data, and as a text for a model to read. */
export interface ToolAnswer<Structured> {
  readonly structured: Structured
  readonly text: string
}

/** What a tool does to a memory: `none` reads, `adds` may store something, `removes` takes something away for good. */
export type ToolEffect = 'none' | 'adds' | 'removes'

/** A tool as any agent framework takes it. */
export interface MemoryTool<Structured> {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly effect: ToolEffect
  /** Runs the tool on a model's input. Rejects with MemoryError `OPTION_INVALID` if the schema refuses the input, and with the signal's reason. */
  execute(
    input: unknown,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<ToolAnswer<Structured>>
}

/** A field that a model must give. Its description has one example at most, as a model pays for each word in every conversation. */
export function required<Schema extends WordedSchema>(schema: Schema, description: string) {
  return v.pipe(schema, v.description(description))
}

/** A field that a model may leave out. */
export function optional<Schema extends WordedSchema>(schema: Schema, description: string) {
  return v.exactOptional(v.pipe(schema, v.description(description)))
}

/** The limits on the size of an answer, as every tool that searches takes them. */
export const sizeFields = {
  maxResults: optional(whole(1, 100), 'The most results: 5.'),
  maxTokens: optional(whole(1), 'The most tokens of text: 1000.'),
}

/** The input of a tool. */
export type InputSchema = v.StrictObjectSchema<v.ObjectEntries, undefined>

/** A schema as JSON schema, draft 07. */
export function jsonSchemaOf(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...json } = toJsonSchema(schema, {
    // A check by code has no counterpart.
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema }) => (valibotSchema.type === 'custom' ? { type: 'object' } : undefined),
  })
  return { ...json }
}

/** Another name, which models give by habit; it is not in the schemas. */
const otherNames: Readonly<Record<string, string>> = { limit: 'maxResults' }

/**
 * Checks the input of a tool or of a request. Null, an empty text or an empty list in an optional field means that it is left
 * out: some hosts have a model fill in every field.
 * @param asked what a message begins with: the name of a tool
 * @throws MemoryError `OPTION_INVALID`, naming the field
 */
export function readInput<Schema extends InputSchema>(
  schema: Schema,
  input: unknown,
  asked?: string,
): v.InferOutput<Schema> {
  const { entries } = schema
  const names = Object.keys(entries)
  const refuse = (reason: string): never => {
    throw invalidOption(asked === undefined ? reason : `${asked}: ${reason}`)
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return refuse(`the input must be an object with ${names.join(', ')}.`)
  }
  const given = Object.entries(input).map(([name, value]) => [ownName(name, entries), value] as const)
  const unknown = given.find(([name]) => !Object.hasOwn(entries, name))
  if (unknown) {
    const missing = names.find((name) => !isOptional(entries[name]) && !given.some(([each]) => each === name))
    return refuse(describeUnknown(unknown[0], { names, missing }))
  }
  const meant = given.filter(([name, value]) => !(isOptional(entries[name]) && isLeftOut(value)))
  const { issues, output } = v.safeParse(schema, Object.fromEntries(meant), { abortEarly: true })
  return issues ? refuse(describeIssue(entries, issues[0])) : output
}

/** A field that is needed and missing is most likely meant. */
function describeUnknown(
  name: string,
  { names, missing }: { readonly names: readonly string[]; readonly missing: string | undefined },
): string {
  const near = missing ?? nearestName(name, names)
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`
  return `'${name}' is not a field. There are: ${names.join(', ')}.${hint}`
}

function ownName(name: string, entries: v.ObjectEntries): string {
  const other = Object.hasOwn(entries, name) ? undefined : otherNames[name]
  return other !== undefined && Object.hasOwn(entries, other) ? other : name
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
  const wanted = 'wrapped' in entry ? entry.wrapped.message : entry.message
  if (value === undefined) return `'${name}' is missing; give ${wanted}.`
  const orNot = isOptional(entry) ? ', or leave it out' : ''
  return `'${name}' is ${JSON.stringify(value)?.slice(0, 80)}; it must be ${wanted}${orNot}.`
}
