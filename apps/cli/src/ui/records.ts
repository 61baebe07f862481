import type { RecordMemory } from '@recallite/core/records'
import { boolean, text as anyText } from '@recallite/core/schema'
import { optional, required } from '@recallite/core/tools'
import { type MemoryRecord, RecordError } from '@recallite/store/records'
import type { ListedRecord, RecalledAnswer, RecordsAnswer } from '@recallite/ui/api'
import * as v from 'valibot'
import type { OpenMemory } from '../open/open-memory.js'
import { asking, reading, type Routes } from '../serve/answer-route.js'

const forgetRequest = v.strictObject({ id: required(anyText, 'id of the record') })
const supersedeRequest = v.strictObject({
  ...forgetRequest.entries,
  content: required(anyText, 'content of the new record'),
})
const recallRequest = v.strictObject({
  query: required(anyText, 'what to recall'),
  collection: optional(anyText, 'only records of this collection'),
  session: optional(anyText, 'only records of this session'),
  includeSuperseded: optional(boolean, 'also superseded records'),
})

/** The routes for records, which use the functions of the commands. */
export const recordRoutes: Routes = {
  '/api/records': reading(async (open, { parameters }): Promise<RecordsAnswer> => {
    const page = await recordsOf(open).list({ after: parameters.get('after') || undefined, limit: 1000 })
    return { records: page.records.map(listed), next: page.next }
  }),
  '/api/record': reading(async (open, { parameters }) => {
    const id = parameters.get('id') ?? ''
    return (await recordsOf(open).get(id)) ?? unknown(id)
  }),
  '/api/sessions': reading((open) => recordsOf(open).listSessions({ limit: 1000 })),
  '/api/recall': asking(
    recallRequest,
    async (open, { query, ...options }, { signal }): Promise<RecalledAnswer> => {
      const { results, ...answer } = await recordsOf(open).recall(query, { limit: 100, ...options, signal })
      return { ...answer, records: results.map(({ record, ...hit }) => ({ ...listed(record), hit })) }
    },
  ),
  '/api/supersede': asking(supersedeRequest, (open, { id, content }) =>
    recordsOf(open).supersede(id, content),
  ),
  '/api/forget': asking(forgetRequest, async (open, { id }) =>
    (await recordsOf(open).forget(id)) ? { id } : unknown(id),
  ),
}

/** A long-running program always has records. */
function recordsOf({ memory: { records } }: OpenMemory): RecordMemory {
  if (records) return records
  throw new TypeError('The memory was opened without records.')
}

function unknown(id: string): never {
  const message = `There is no record ${id}; it may have been forgotten or have expired.`
  throw new RecordError('RECORD_UNKNOWN', message)
}

const maxCharacters = 200

function listed(record: MemoryRecord): ListedRecord {
  const { summary, content, context: _, tags: __, occurredAt, createdAt, ...fields } = record
  const text = (summary ?? content).slice(0, maxCharacters).replaceAll(/\s+/gu, ' ')
  return { ...fields, text, time: occurredAt ?? createdAt }
}
