import { CodedError, didYouMean, InvalidArgumentError } from '@recallite/command-line'
import { whyFlags } from '../flags/search-flags.js'
import type { Flags } from '../flags/flags.js'

type FieldType = 'string' | 'number' | 'boolean' | 'strings' | 'object'

/** The flags of a search that are fields of a request, and their types. */
const fieldTypes = {
  kind: 'string',
  limit: 'number',
  threshold: 'number',
  strict: 'boolean',
  fusion: 'string',
  matchMode: 'string',
  vectorWeight: 'number',
  textWeight: 'number',
  textNormalization: 'string',
  rrfK: 'number',
  candidateMultiplier: 'number',
  perDocument: 'number',
  keepDuplicates: 'boolean',
  diversity: 'number',
  recency: 'number',
  root: 'strings',
  path: 'strings',
  heading: 'strings',
  since: 'string',
  until: 'string',
  where: 'strings',
  filter: 'object',
  rerank: 'string',
  asTyped: 'boolean',
} as const satisfies Partial<Record<keyof Flags, FieldType>>

type FieldName = keyof typeof fieldTypes

/** The body of `POST /v1/search`: a query, and flags of `recallite search` under their names; `filter` is one of them as JSON. */
export type SearchRequest = { readonly query: string } & Pick<Flags, FieldName>

const fieldNames = Object.keys(fieldTypes) as FieldName[]

/** The body of `POST /v1/why`: also the document, as `recallite why` takes it. */
export type WhyRequest = SearchRequest & { readonly document: string }

/** The fields of a request among the flags of a command. */
export function searchRequestOf(query: string, flags: Flags): SearchRequest {
  const given = fieldNames.flatMap((name) => (flags[name] === undefined ? [] : [[name, flags[name]]]))
  return { query, ...(Object.fromEntries(given) as Pick<Flags, FieldName>) }
}

/**
 * Checks the body of a request, by the rules of the flags.
 * @throws CodedError `OPTION_INVALID`, naming the field
 */
export function readSearchRequest(body: unknown): SearchRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid('Send an object with a query.')
  const { query, ...fields } = body as Readonly<Record<string, unknown>>
  if (typeof query !== 'string') throw invalid("'query' is missing; it must be a text.")
  for (const [name, value] of Object.entries(fields)) assertField(name, value)
  return { query, ...fields }
}

/**
 * Checks the body of a request, by the rules of the flags.
 * @throws CodedError `OPTION_INVALID`, naming the field
 */
export function readWhyRequest(body: unknown): WhyRequest {
  const { document, ...search } = (body ?? {}) as Readonly<Record<string, unknown>>
  if (typeof document !== 'string') throw invalid("'document' is missing; it must be the path of a note.")
  return { ...readSearchRequest(search), document }
}

function assertField(name: string, value: unknown): void {
  if (!Object.hasOwn(fieldTypes, name)) {
    throw invalid(
      `'${name}' is not a field. There are: query, ${fieldNames.join(', ')}.${didYouMean(name, fieldNames)}`,
    )
  }
  const type = fieldTypes[name as FieldName]
  const { choices, parse } = flagOf(name)
  const found = JSON.stringify(value).slice(0, 80)
  if (!isOfType(value, type)) throw invalid(`'${name}' is ${found}; it must be ${inWords[type]}.`)
  if (choices && !choices.includes(String(value))) {
    throw invalid(`'${name}' is ${found}; it must be one of ${choices.join(', ')}.`)
  }
  try {
    if (type === 'number') parse?.(String(value))
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw invalid(`'${name}' is ${found}. ${error.message}`)
    throw error
  }
}

const inWords = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  strings: 'a list of texts',
  object: 'an object',
} as const

function isOfType(value: unknown, type: FieldType): boolean {
  if (type === 'strings') return Array.isArray(value) && value.every((each) => typeof each === 'string')
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type && (type !== 'number' || Number.isFinite(value))
}

/** A command takes a filter as a value of `--where`. */
const filterHelp =
  'search only notes whose front matter fits this filter: {"status":"done","priority":{"$gte":2}}'

function flagOf(name: string) {
  const flag = whyFlags.find((each) => each.name === name)
  return flag ?? { help: filterHelp, choices: undefined, parse: undefined }
}

function invalid(message: string): CodedError<'OPTION_INVALID'> {
  return new CodedError('OPTION_INVALID', message)
}

const queryField = { query: { type: 'string', minLength: 1, description: 'what to find' } }
const documentField = {
  document: { type: 'string', description: 'path, root:path, or the absolute path of its file' },
}

/** The body of `POST /v1/search` as a JSON schema; what the help says of a flag describes its field. */
export const searchRequestSchema = (): object => schemaWith(queryField)

/** The body of `POST /v1/why` as a JSON schema. */
export const whyRequestSchema = (): object => schemaWith({ ...queryField, ...documentField })

function schemaWith(required: Readonly<Record<string, object>>): object {
  const fields = fieldNames.map((name) => [name, schemaOf(name)] as const)
  return {
    type: 'object',
    properties: { ...required, ...Object.fromEntries(fields) },
    required: Object.keys(required),
    additionalProperties: false,
  }
}

function schemaOf(name: FieldName): object {
  const type = fieldTypes[name]
  const { help: description, choices } = flagOf(name)
  if (type === 'strings') return { type: 'array', items: { type: 'string' }, description }
  return { type, description, ...(choices && { enum: choices }) }
}
