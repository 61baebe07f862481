import {
  boolean,
  jsonObject,
  number,
  oneOf,
  origins,
  text,
  texts,
  type WordedSchema,
} from '@recallite/core/schema'
import { searchRanges } from '@recallite/core/search-ranges'
import { optional, required } from '@recallite/core/tools'
import * as v from 'valibot'
import { searchFlags } from '../flags/search-flags.js'
import type { Flags } from '../flags/flags.js'

const { limit, perDocument, recency, rrfK, vectorWeight, textWeight } = searchRanges

/** A field with the name and help text of a flag of `recallite search`. */
function field<Schema extends WordedSchema>(name: keyof Flags, schema: Schema) {
  return optional(schema, searchFlags.find((flag) => flag.name === name)?.help ?? '')
}

const fields = {
  kind: field('kind', oneOf(['file', 'record'])),
  source: field('source', oneOf(['sessions'])),
  limit: field('limit', number(limit)),
  threshold: field('threshold', number({ min: 0, max: 1 })),
  strict: field('strict', boolean),
  fusion: field('fusion', text),
  matchMode: field('matchMode', oneOf(['any', 'all'])),
  vectorWeight: field('vectorWeight', number(vectorWeight)),
  textWeight: field('textWeight', number(textWeight)),
  rrfK: field('rrfK', number(rrfK)),
  perDocument: field('perDocument', number(perDocument)),
  keepDuplicates: field('keepDuplicates', boolean),
  recency: field('recency', number(recency)),
  root: field('root', texts),
  path: field('path', texts),
  heading: field('heading', texts),
  since: field('since', text),
  until: field('until', text),
  where: field('where', texts),
  filter: optional(
    jsonObject,
    'search only notes whose front matter matches this filter: {"status":"done","priority":{"$gte":2}}',
  ),
  rerank: field('rerank', oneOf(['on', 'off'])),
  asTyped: field('asTyped', boolean),
  noTime: field('noTime', boolean),
  noStatus: field('noStatus', boolean),
  origin: field('origin', origins),
}

/** The body of `POST /v1/search`: a query, and flags of `recallite search` by name; `filter` is JSON. */
export const searchRequest = v.strictObject({ query: required(text, 'the query'), ...fields })

/** The body of `POST /v1/why`: the same with the document, as `recallite why` accepts it. */
export const whyRequest = v.strictObject({
  ...searchRequest.entries,
  document: required(text, 'path, root:path, or the absolute path of its file'),
})

/** The flags of a command that are fields of a request. */
export function searchRequestOf(query: string, flags: Flags): v.InferOutput<typeof searchRequest> {
  const given = Object.entries(flags).filter(([name]) => Object.hasOwn(fields, name))
  return { query, ...Object.fromEntries(given) }
}
