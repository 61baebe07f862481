import type { RecordMemory } from '@recallite/core/records'
import { boolean, number, oneOf, text } from '@recallite/core/schema'
import { searchRanges } from '@recallite/core/search-ranges'
import {
  optional,
  recallInputs,
  recallOptionsOf,
  rememberInput,
  rememberInputs,
  required,
} from '@recallite/core/tools'
import { RecordError } from '@recallite/store/records'
import * as v from 'valibot'
import { assertEnabled, type OpenMemory } from '../open/open-memory.js'
import { asking, type Routes } from './answer-route.js'

const recallFields = v.omit(recallInputs, ['maxResults', 'cursor', 'maxTokens']).entries

/** The bodies of the requests about records: the fields of the tools, except for paging. No field names the origin of a record. */
export const recordRequests = {
  '/v1/remember': v.strictObject({
    ...rememberInputs.entries,
    client: optional(text, 'The name of the program that sends it.'),
  }),
  '/v1/recall': v.strictObject({
    ...recallFields,
    limit: optional(number(searchRanges.limit), 'Maximum number of records (default 10).'),
  }),
  '/v1/forget': v.strictObject({ id: required(text, 'The id of a record.') }),
  '/v1/records': v.strictObject({
    collection: recallFields.collection,
    session: recallFields.session,
    origins: recallFields.origins,
    status: optional(oneOf(['active', 'superseded']), 'Only records with this status.'),
    limit: optional(
      number({ min: 1, max: 10_000, isWhole: true }),
      'Maximum number of records (default 100).',
    ),
    isLatestFirst: optional(boolean, 'Latest first (default: earliest first).'),
    after: optional(text, '`next` of the previous answer.'),
  }),
}

/** The routes for records; their origin is always `api`. */
export const recordRoutes = {
  '/v1/remember': asking(recordRequests['/v1/remember'], (open, { client = null, ...input }) =>
    rememberInput(recordsOf(open), input, { origin: 'api', client }),
  ),
  '/v1/recall': asking(recordRequests['/v1/recall'], async (open, { limit, ...input }, { signal }) => {
    const options = { ...recallOptionsOf(input), limit, signal }
    const { explanation: _, ...answer } = await recordsOf(open).recall(input.query ?? '', options)
    return answer
  }),
  '/v1/forget': asking(recordRequests['/v1/forget'], async (open, { id }) => {
    if (await recordsOf(open).forget(id)) return { id, forgotten: true }
    throw new RecordError('RECORD_UNKNOWN', `There is no record ${id}, so nothing was forgotten.`)
  }),
  '/v1/records': asking(recordRequests['/v1/records'], (open, request) => recordsOf(open).list(request)),
} satisfies Routes

/** A long-running program always has records. */
function recordsOf({ memory: { records }, resolved }: OpenMemory): RecordMemory {
  assertEnabled(resolved)
  if (records) return records
  throw new TypeError('The memory was opened without records.')
}
