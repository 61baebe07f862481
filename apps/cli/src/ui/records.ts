import type { RecordMemory } from '@recallite/core/records'
import { boolean, text as anyText } from '@recallite/core/schema'
import { optional, readInput, required } from '@recallite/core/tools'
import { type MemoryRecord, RecordError } from '@recallite/records'
import type { ListedRecord, RecalledAnswer, RecordsAnswer } from '@recallite/ui/api'
import * as v from 'valibot'
import type { RestService } from '../serve/answer-rest.js'
import type { Asked, Route, Routes } from '../serve/answer-route.js'

/** What the page asks about records, and what it does with them, by the functions of the commands. */
export const recordRoutes: Routes<RestService> = {
  '/api/records': route('GET', list),
  '/api/record': route('GET', async (records, { parameters }) => {
    const id = parameters.get('id') ?? ''
    return (await records.get(id)) ?? unknown(id)
  }),
  '/api/sessions': route('GET', (records) => records.listSessions({ limit: 1000 })),
  '/api/recall': route('POST', recall),
  '/api/supersede': route('POST', (records, { body }) => {
    const { id, content } = readInput(supersedeRequest, body)
    return records.supersede(id, content)
  }),
  '/api/forget': route('POST', async (records, { body }) => {
    const { id } = readInput(forgetRequest, body)
    return (await records.forget(id)) ? { id } : unknown(id)
  }),
}

function route(
  method: Route<RestService>['method'],
  answer: (records: RecordMemory, asked: Asked) => Promise<unknown>,
): Route<RestService> {
  const answerOf = (asked: Asked, records: RecordMemory | undefined) => {
    // A program that stays is always opened with records.
    if (!records) throw new TypeError('The memory was opened without records.')
    return answer(records, asked)
  }
  return { method, answer: (asked, { held }) => held.use(({ memory }) => answerOf(asked, memory.records)) }
}

function unknown(id: string): never {
  throw new RecordError(
    'RECORD_UNKNOWN',
    `There is no record ${id}; it may have been forgotten, or has expired.`,
  )
}

const forgetRequest = v.strictObject({ id: required(anyText, 'of the record') })
const supersedeRequest = v.strictObject({
  ...forgetRequest.entries,
  content: required(anyText, 'of the new record'),
})
const recallRequest = v.strictObject({
  query: required(anyText, 'what to recall'),
  collection: optional(anyText, 'only records of it'),
  session: optional(anyText, 'only records of it'),
  includeSuperseded: optional(boolean, 'also those that were superseded'),
})

async function list(records: RecordMemory, { parameters }: Asked): Promise<RecordsAnswer> {
  const page = await records.list({ after: parameters.get('after') || undefined, limit: 1000 })
  return { records: page.records.map((record) => listed(record)), next: page.next }
}

async function recall(records: RecordMemory, { body, signal }: Asked): Promise<RecalledAnswer> {
  const { query, ...options } = readInput(recallRequest, body)
  const { results, heldBack, degraded } = await records.recall(query, { limit: 100, ...options, signal })
  const hits = results.map(({ record, confidence, weak }) => ({
    ...listed(record),
    hit: { confidence, weak },
  }))
  return { records: hits, heldBack, degraded }
}

/** So many characters are seen in a table. */
const mostCharacters = 200

function listed(record: MemoryRecord): ListedRecord {
  const { id, collection, session, status, confidence, expiresAt, accessCount, returnCount, supersededBy } =
    record
  const text = (record.summary ?? record.content).slice(0, mostCharacters).replaceAll(/\s+/gu, ' ')
  const time = record.occurredAt ?? record.createdAt
  return {
    id,
    collection,
    session,
    status,
    confidence,
    expiresAt,
    accessCount,
    returnCount,
    supersededBy,
    text,
    time,
  }
}
